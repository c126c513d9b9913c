import { Body, Controller, Injectable, Module, Param, Put, Query } from '@nestjs/common';
import { PartialType } from '@nestjs/mapped-types';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule, crudPermissions, crudRoutes, CrudService, type Export, IdPipe } from 'steward/crud';
import type { CrudShape, Page, RawQuery } from 'steward/crud';
import { Columns, Concealed, createTable, dropTable, index, OwnTable, Sealed } from 'steward/database';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { EachOf, Id, Nullable, Optional, Text } from 'steward/validation';
import { Column, type MigrationInterface, PrimaryGeneratedColumn, type QueryRunner, Repository } from 'typeorm';
import type { Extension } from '../../src/app/extension.js';

export const customerPermissions = { ...crudPermissions('app:customer'), readTax: 'app:customer:readTax' } as const;

/** A customer whose tax number a stolen database must not reveal. */
@OwnTable('app_customer')
export class Customer {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Sealed({ name: 'tax_number', code: customerPermissions.readTax, length: 20 })
  taxNumber: string | null;

  @Concealed()
  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;
}

@OwnTable('app_contact')
export class Contact {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'customer_id', type: 'int' })
  customerId: number;

  @Concealed()
  @Column({ type: 'varchar', length: 64 })
  phone: string;
}

class Customer1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'app_customer',
      [
        column.id(),
        column.int('tenant_id'),
        column.text('name', 64),
        ...column.sealed('tax_number', 20),
        column.text('remark', 255),
      ],
      [index('app_customer', 'tenant_id', 'tax_number_hash')],
    );
    await createTable(runner, 'app_contact', [column.id(), column.int('customer_id'), column.text('phone', 64)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'app_contact');
    await dropTable(runner, 'app_customer');
  }
}

class ContactLine {
  @Text(64)
  phone: string;
}

class AddCustomer {
  @Text(64, 1)
  name: string;

  @Nullable()
  @Text(20)
  taxNumber?: string | null;

  @Optional()
  @Text(255)
  remark?: string;

  @Optional()
  @EachOf(ContactLine)
  contacts?: ContactLine[];
}

class UpdateCustomer extends PartialType(AddCustomer, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** The shape of the customers, with more filters and the like. */
export function customerShape(more: Partial<CrudShape<Customer>> = {}): CrudShape<Customer> {
  const lines = { contacts: { entity: Contact, row: 'customerId' } };
  return { label: 'Customer', filters: ['name', 'taxNumber'], lines, ...more };
}

@Injectable()
class CustomerService extends CrudService<Customer> {
  constructor(@InjectRepository(Customer) rows: Repository<Customer>) {
    super(rows, customerShape());
  }
}

const routes = crudRoutes(customerPermissions);

@Controller('api/app/customer')
class CustomerController {
  constructor(private readonly service: CustomerService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Customer>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Customer[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Customer> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddCustomer, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateCustomer, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  /** Records a call of no operation, with the number that it is about. */
  @Recorded(OperationType.Update)
  @Permission(customerPermissions.page)
  @Put('check')
  check(): void {}

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }
}

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Customer, Contact])],
  controllers: [CustomerController],
  providers: [CustomerService],
})
class CustomerModule {}

/** Customers with a sealed tax number, a concealed remark and contacts whose numbers are concealed. */
export const customers: Extension = { module: CustomerModule, migrations: [Customer1700000000002] };
