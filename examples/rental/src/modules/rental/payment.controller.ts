import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { Public, signedWebhook, systemCaller } from 'steward/http';
import { TakesBody } from 'steward/validation';
import { InvoiceService } from './invoice.service.js';
import { PaymentDto } from './rental.dto.js';

/** /api/app/payment: what the payment provider calls. */
@Controller('api/app/payment')
export class PaymentController {
  constructor(private readonly invoices: InvoiceService) {}

  @Public({ summary: 'An invoice was paid', description: 'Signed by the payment provider.' })
  @TakesBody({ raw: true, max: 65_536 })
  @UseGuards(signedWebhook({ secret: 'rental.webhookSecret', header: 'X-Payment-Signature' }))
  @HttpCode(200)
  @Post('webhook')
  receive(@Body() { tenantId, ...payment }: PaymentDto): Promise<void> {
    return this.invoices.paid(payment, systemCaller(tenantId, 'payments'));
  }
}
