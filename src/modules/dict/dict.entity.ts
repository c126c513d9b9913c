import { Column } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** A list of choices that consoles show by their labels. */
@OwnTable('dict')
export class Dict extends AuditedEntity {
  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'varchar', length: 128, default: '', comment: 'Unique' })
  code: string;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  @Column({ type: 'int', default: 0 })
  sort: number;

  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;
}

/** One choice of a dictionary. */
@OwnTable('dict_item')
export class DictItem extends AuditedEntity {
  @Column({ name: 'dict_id', type: 'int' })
  dictId: number;

  @Column({ type: 'varchar', length: 128, default: '' })
  label: string;

  @Column({ name: 'label_en', type: 'varchar', length: 128, default: '', comment: 'In English; empty: the label' })
  labelEn: string;

  @Column({ name: 'label_zh', type: 'varchar', length: 128, default: '', comment: 'In Chinese; empty: the label' })
  labelZh: string;

  @Column({ type: 'varchar', length: 128, default: '' })
  value: string;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  @Column({ type: 'int', default: 0 })
  sort: number;
}
