import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, ViewEntity } from 'typeorm';

/** A table with tenants, soft deletion by a flag, and a parent. */
@Entity('shop_category')
export class Category {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'parent_id', type: 'int', default: 0 })
  parentId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ name: 'del_flag', type: 'varchar', length: 1, default: '0' })
  delFlag: string;
}

/** A table that refers to others, with all kinds of columns that the service sets. */
@Entity('shop_product')
export class Product {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id: string;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'category_id', type: 'int', nullable: true })
  categoryId: number | null;

  @Column({ name: 'owner_id', type: 'int', nullable: true })
  ownerId: number | null;

  @Column({ type: 'varchar', length: 64 })
  title: string;

  @Column({ type: 'text', nullable: true })
  body: string | null;

  @Column({ type: 'int', default: 1, enum: [1, 2] })
  status: number;

  @Column({ type: 'decimal', precision: 10, scale: 2, default: '0' })
  price: string;

  @Column({ name: 'sold_on', type: 'date' })
  soldOn: string;

  @Column({ name: 'seen_at', type: 'datetime', precision: 3, nullable: true })
  seenAt: Date | null;

  @Column({ type: 'varchar', length: 64, default: '', select: false })
  shelf: string;

  @Column({ type: 'simple-array', nullable: true })
  marks: string[] | null;

  @Column({ name: 'create_time', type: 'datetime', precision: 3 })
  createTime: Date;

  @Column({ name: 'update_time', type: 'datetime', precision: 3 })
  updateTime: Date;

  @Column({ name: 'create_by', type: 'varchar', length: 4 })
  createBy: string;

  @Column({ type: 'int' })
  updater: number;

  @Column({ name: 'deleted_at', type: 'datetime', precision: 3, nullable: true })
  deletedAt: Date | null;
}

/** A table with a composite key. */
@Entity('shop_label')
export class Label {
  @PrimaryColumn({ name: 'product_id', type: 'varchar', length: 32 })
  productId: string;

  @PrimaryColumn({ type: 'varchar', length: 32 })
  lang: string;

  @Column({ type: 'varchar', length: 64 })
  text: string;

  /** The key as a single text: product_id and lang. */
  id: string;
}

/** An order, which has lines. */
@Entity('shop_order')
export class Order {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  title: string;
}

/** A line of an order. */
@Entity('shop_line')
export class OrderLine {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'order_id', type: 'int' })
  orderId: number;

  @Column({ type: 'int' })
  count: number;

  @Column({ name: 'category_id', type: 'int', nullable: true })
  categoryId: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  author: string | null;

  @Column({ name: 'made_at', type: 'datetime', precision: 3, nullable: true })
  madeAt: Date | null;
}

/** A view without a key, some of whose rows are equal. */
@ViewEntity({ name: 'shop_view', synchronize: false })
export class Sale {
  @PrimaryColumn({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'int' })
  count: number;
}
