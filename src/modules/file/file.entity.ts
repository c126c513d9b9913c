import { Column, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';
import type { ImageType } from 'steward/validation';

/** An uploaded file of a tenant. If two tenants upload the same file, each has a row, and both share one URL. */
@OwnTable('file')
export class StoredFile {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  /** SHA-256 of the content, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, default: '' })
  hash: string;

  @Column({ type: 'varchar', length: 8, default: '' })
  type: ImageType;

  /** Bytes. */
  @Column({ type: 'int' })
  size: number;

  /** Since when nothing is known to refer to it; null while something does. */
  @Column({ name: 'unused_since', type: 'datetime', precision: 3, nullable: true })
  unusedSince: Date | null;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;

  @Column({
    name: 'created_by',
    type: 'int',
    nullable: true,
    comment: 'The user who uploaded it first; null = not known',
  })
  createdBy: number | null;

  @Column({ type: 'blob', select: false })
  content: Buffer;
}

/** How much a tenant has stored. Code that adds or removes a tenant's files must lock its row first. */
@OwnTable('file_usage')
export class FileUsage {
  @PrimaryColumn({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  /** Total size of its files. */
  @Column({ type: 'int', default: 0 })
  bytes: number;
}
