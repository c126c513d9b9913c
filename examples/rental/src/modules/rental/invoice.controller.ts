import { Controller, Param, Query } from '@nestjs/common';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import type { Invoice } from './invoice.entity.js';
import { InvoiceService } from './invoice.service.js';
import { invoicePermissions } from './rental.permissions.js';

const routes = crudRoutes(invoicePermissions);

/** /api/app/invoice */
@Controller('api/app/invoice')
export class InvoiceController {
  constructor(private readonly service: InvoiceService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Invoice>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Invoice[]> {
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
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Invoice> {
    return this.service.detail(id, caller);
  }
}
