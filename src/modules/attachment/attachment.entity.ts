import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A file that belongs to a row. It counts against the storage of the row's tenant. */
@OwnTable('attachment')
export class Attachment {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 128, comment: 'Table of the row, and what the file is for: app_machine.manual' })
  place: string;

  @Column({ name: 'row_id', type: 'int' })
  rowId: number;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  @Column({ type: 'varchar', length: 127, comment: 'Media type' })
  type: string;

  @Column({ type: 'int', comment: 'Bytes' })
  size: number;

  @Column({ name: 'added_at', type: 'datetime', precision: 3 })
  addedAt: Date;

  @Column({ name: 'added_by', type: 'int', comment: 'The user who added it' })
  addedBy: number;

  @Column({ type: 'blob', select: false })
  content: Buffer;
}
