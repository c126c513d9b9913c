import { AuditedEntity, Concealed, OwnTable, Sealed } from 'steward/database';
import { Column } from 'typeorm';
import { customerPermissions } from './rental.permissions.js';

/** Somebody who rents equipment. */
@OwnTable('app_customer')
export class Customer extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ type: 'varchar', length: 128, default: '' })
  email: string;

  @Concealed()
  @Column({ type: 'varchar', length: 32, default: '' })
  phone: string;

  @Sealed({ name: 'tax_number', code: customerPermissions.readTax, length: 20 })
  taxNumber: string | null;
}
