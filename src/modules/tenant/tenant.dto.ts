import { OmitType, PartialType } from '@nestjs/mapped-types';
import { IsObject, ValidateNested } from 'class-validator';
import { Code, Flag, Id, Ids, Link, Optional, Password, Status, Text, TimeOrNull, Username } from 'steward/validation';

/** A tenant's first user, and the menus of its role `tenant_admin`. */
export class TenantAdminDto {
  @Username()
  username: string;

  @Password()
  password: string;

  @Optional()
  @Ids()
  menuIds?: number[];
}

/** Body of POST /api/tenant/add. */
export class AddTenantDto {
  @Text(64, 1)
  name: string;

  @Code(64)
  code: string;

  @Optional()
  @Status()
  status?: number;

  /** null = never. */
  @TimeOrNull()
  expireAt?: Date | null;

  @Optional()
  @Text(255)
  remark?: string;

  @Optional()
  @Link(512)
  logo?: string;

  @Optional()
  @Flag()
  loginShown?: boolean;

  @Optional()
  @Flag()
  mfaRequired?: boolean;

  @Optional()
  @Flag()
  ssoOnly?: boolean;

  @Optional()
  @IsObject({ message: 'admin must be an object' })
  @ValidateNested()
  admin?: TenantAdminDto;
}

/** Body of PUT /api/tenant/update: members that are left out stay unchanged. */
export class UpdateTenantDto extends PartialType(OmitType(AddTenantDto, ['admin']), { skipNullProperties: false }) {
  @Id()
  id: number;
}
