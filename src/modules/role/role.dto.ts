import { PartialType, OmitType } from '@nestjs/mapped-types';
import { NamedTenant } from 'steward/access';
import { Code, Id, Ids, Optional, Status, Text, Whole } from 'steward/validation';

/** Body of POST /api/role/add. */
export class AddRoleDto {
  @Text(64, 1)
  name: string;

  @Code(64)
  code: string;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Whole()
  sort?: number;

  @Optional()
  @Text(255)
  remark?: string;

  @Optional()
  @Ids()
  menuIds?: number[];

  @NamedTenant()
  tenantId?: unknown;
}

/** Body of PUT /api/role/update: members that are left out stay unchanged. */
export class UpdateRoleDto extends PartialType(OmitType(AddRoleDto, ['tenantId']), { skipNullProperties: false }) {
  @Id()
  id: number;
}
