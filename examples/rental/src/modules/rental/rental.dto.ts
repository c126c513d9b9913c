import { PartialType } from '@nestjs/mapped-types';
import { Day, Decimal, Email, Id, Link, Nullable, Optional, Status, Text, Whole } from 'steward/validation';

/** Body of POST /api/app/branch/add. */
export class AddBranchDto {
  @Text(64, 1)
  name: string;

  @Optional()
  @Text(255)
  address?: string;
}

/** Body of PUT /api/app/branch/update. */
export class UpdateBranchDto extends PartialType(AddBranchDto) {
  @Id()
  id: number;
}

/** Body of POST /api/app/category/add. */
export class AddCategoryDto {
  @Optional()
  @Whole(0)
  parentId?: number;

  @Text(64, 1)
  name: string;

  @Optional()
  @Whole()
  sort?: number;
}

/** Body of PUT /api/app/category/update. */
export class UpdateCategoryDto extends PartialType(AddCategoryDto) {
  @Id()
  id: number;
}

/** Body of POST /api/app/equipment/add. */
export class AddEquipmentDto {
  @Id()
  categoryId: number;

  @Nullable()
  @Id()
  branchId?: number | null;

  @Text(64, 1)
  name: string;

  @Text(64, 1)
  serialNumber: string;

  @Optional()
  @Link(512)
  photo?: string;

  @Decimal(10, 2, true)
  dailyPrice: string;

  @Optional()
  @Status()
  status?: number;
}

/** Body of PUT /api/app/equipment/update. */
export class UpdateEquipmentDto extends PartialType(AddEquipmentDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** Body of POST /api/app/customer/add. */
export class AddCustomerDto {
  @Text(64, 1)
  name: string;

  @Optional()
  @Email(128)
  email?: string;

  @Optional()
  @Text(32)
  phone?: string;

  @Nullable()
  @Text(20)
  taxNumber?: string | null;
}

/** Body of PUT /api/app/customer/update. */
export class UpdateCustomerDto extends PartialType(AddCustomerDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** Body of POST /api/app/booking/add. */
export class AddBookingDto {
  @Id()
  equipmentId: number;

  @Id()
  customerId: number;

  @Day()
  startsOn: string;

  @Day()
  endsOn: string;

  @Optional()
  @Text(255)
  note?: string;
}

/** Body of PUT /api/app/booking/update. */
export class UpdateBookingDto extends PartialType(AddBookingDto) {
  @Id()
  id: number;
}

/** Body of PUT /api/app/booking/cancel/:id. */
export class CancelBookingDto {
  /** Why, which takes the place of the booking's note. */
  @Text(255, 1)
  note: string;
}

/** Body of POST /api/app/payment/webhook. */
export class PaymentDto {
  @Whole(0)
  tenantId: number;

  @Text(32, 1)
  invoice: string;

  @Text(64, 1)
  paymentId: string;

  @Decimal(12, 2, true)
  amount: string;
}
