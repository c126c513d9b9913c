import { PartialType, OmitType } from '@nestjs/mapped-types';
import { NamedTenant, RoleScope } from 'steward/access';
import { Code, Id, Ids, OneOf, Optional, Status, Text, Whole } from 'steward/validation';

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

  /** Which rows the role covers: see docs/api.md, Data scope. */
  @Optional()
  @OneOf([RoleScope.All, RoleScope.Chosen, RoleScope.Own, RoleScope.OwnAndBelow, RoleScope.Self])
  dataScope?: RoleScope;

  /** The departments of scope 2, at least one; empty with any other. */
  @Optional()
  @Ids()
  deptIds?: number[];

  @NamedTenant()
  tenantId?: unknown;
}

/** Body of PUT /api/role/update: members that are left out stay unchanged. */
export class UpdateRoleDto extends PartialType(OmitType(AddRoleDto, ['tenantId']), { skipNullProperties: false }) {
  @Id()
  id: number;
}
