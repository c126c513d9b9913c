import { OmitType, PartialType } from '@nestjs/mapped-types';
import { Matches } from 'class-validator';
import { NamedTenant } from 'steward/access';
import { Id, Nullable, Optional, Status, Text, Whole } from 'steward/validation';

/** Body of POST /api/dept/add. */
export class AddDeptDto {
  /** 0 = top level. */
  @Optional()
  @Whole(0)
  parentId?: number;

  @Text(64, 1)
  name: string;

  @Text(64, 1)
  @Matches(/^[A-Za-z0-9_-]*$/, { message: 'code must consist of letters, digits, _ and -' })
  code: string;

  /** A user of the tenant; null for nobody. */
  @Nullable()
  @Id()
  leaderId?: number | null;

  @Optional()
  @Text(32)
  phone?: string;

  @Optional()
  @Whole()
  sort?: number;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Text(255)
  remark?: string;

  @NamedTenant()
  tenantId?: unknown;
}

/** Body of PUT /api/dept/update: members that are left out stay unchanged. */
export class UpdateDeptDto extends PartialType(OmitType(AddDeptDto, ['tenantId']), { skipNullProperties: false }) {
  @Id()
  id: number;
}
