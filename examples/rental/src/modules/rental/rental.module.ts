import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentModule, attachmentRoutes } from 'steward/attachments';
import { CrudModule } from 'steward/crud';
import { MiB } from 'steward/validation';
import { BookingController } from './booking.controller.js';
import { Booking } from './booking.entity.js';
import { BookingService } from './booking.service.js';
import { BranchController } from './branch.controller.js';
import { Branch } from './branch.entity.js';
import { BranchService } from './branch.service.js';
import { CategoryController } from './category.controller.js';
import { Category } from './category.entity.js';
import { CategoryService } from './category.service.js';
import { CustomerController } from './customer.controller.js';
import { Customer } from './customer.entity.js';
import { CustomerService } from './customer.service.js';
import { EquipmentController } from './equipment.controller.js';
import { Equipment } from './equipment.entity.js';
import { EquipmentService } from './equipment.service.js';
import { InvoiceController } from './invoice.controller.js';
import { Invoice, InvoiceLine } from './invoice.entity.js';
import { InvoiceService } from './invoice.service.js';
import { OverdueBookings } from './overdue.job.js';
import { PaymentController } from './payment.controller.js';
import { equipmentPermissions } from './rental.permissions.js';

/** Rents equipment out. */
@Module({
  imports: [
    AttachmentModule,
    CrudModule,
    TypeOrmModule.forFeature([Booking, Branch, Category, Customer, Equipment, Invoice, InvoiceLine]),
  ],
  controllers: [
    BookingController,
    BranchController,
    CategoryController,
    CustomerController,
    EquipmentController,
    attachmentRoutes('api/app/equipment', EquipmentService, equipmentPermissions, {
      manual: { types: ['application/pdf'], max: 5 * MiB, most: 3 },
    }),
    InvoiceController,
    PaymentController,
  ],
  providers: [
    BookingService,
    BranchService,
    CategoryService,
    CustomerService,
    EquipmentService,
    InvoiceService,
    OverdueBookings,
  ],
})
export class RentalModule {}
