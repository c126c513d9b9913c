import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller, objectOf, Permission, Recorded, whole } from 'steward/http';
import { MiB, TakesBody } from 'steward/validation';
import type { Customer } from './customer.entity.js';
import { CustomerService } from './customer.service.js';
import { AddCustomerDto, UpdateCustomerDto } from './rental.dto.js';
import { RentalOperation } from './rental.operations.js';
import { customerPermissions } from './rental.permissions.js';

const IMPORTED = objectOf<{ added: number }>('ImportedCustomers', { added: whole('How many were added', 12) });

const routes = crudRoutes(customerPermissions);

/** /api/app/customer */
@Controller('api/app/customer')
export class CustomerController {
  constructor(private readonly service: CustomerService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Customer>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Customer[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
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
  add(@Body() body: AddCustomerDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateCustomerDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }

  /** Adds the customers of a table in CSV. */
  @Permission(customerPermissions.import, { summary: 'Import customers', answer: IMPORTED })
  @TakesBody({ type: 'text/csv', max: MiB })
  @Recorded(RentalOperation.Import)
  @HttpCode(200)
  @Post('import')
  import(@Body() csv: string, @CurrentCaller() caller: Caller): Promise<{ added: number }> {
    return this.service.import(csv, caller);
  }
}
