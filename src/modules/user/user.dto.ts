import { OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { NamedTenant } from 'steward/access';
import { Email, Id, Ids, Link, Optional, Password, Status, Text, Username } from 'steward/validation';

/** Body of POST /api/user/add. */
export class AddUserDto {
  @Username()
  username: string;

  @Password()
  password: string;

  @Optional()
  @Text(64)
  realname?: string;

  @Optional()
  @Link(512)
  avatar?: string;

  @Optional()
  @Email(128)
  email?: string;

  @Optional()
  @Text(32)
  mobile?: string;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Text(255)
  remark?: string;

  @Optional()
  @Ids()
  roleIds?: number[];

  @NamedTenant()
  tenantId?: unknown;
}

/** Body of POST /api/user/invite: the user sets the password. */
export class InviteUserDto extends OmitType(AddUserDto, ['password']) {}

/** Body of POST /api/user/resetLink and PUT /api/user/resetFactors. */
export class NamedUserDto {
  @Id()
  id: number;
}

/** Body of PUT /api/user/update: members that are left out stay unchanged; the password has a route of its own. */
export class UpdateUserDto extends PartialType(OmitType(AddUserDto, ['password', 'tenantId']), {
  skipNullProperties: false,
}) {
  @Id()
  id: number;
}

/** Body of PUT /api/user/resetPassword. */
export class ResetPasswordDto extends PickType(AddUserDto, ['password']) {
  @Id()
  id: number;
}

/** Body of PUT /api/index/updateInfo: members that are left out stay unchanged. */
export class UpdateInfoDto extends PickType(AddUserDto, ['realname', 'avatar', 'email', 'mobile']) {}

/** Body of PUT /api/index/updatePassword. */
export class UpdatePasswordDto {
  @Text(1024)
  oldPassword: string;

  @Password()
  newPassword: string;
}
