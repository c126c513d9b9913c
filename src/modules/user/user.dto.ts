import { OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { ValidateIf } from 'class-validator';
import { NamedTenant, UserKind } from 'steward/access';
import { Email, Id, Ids, Link, Nullable, OneOf, Optional, Password, Status, Text, Username } from 'steward/validation';

/** Body of POST /api/user/add. */
export class AddUserDto {
  @Username()
  username: string;

  /** Required of a person; a service account has none. */
  @ValidateIf(({ kind, password }: AddUserDto) => kind !== UserKind.Service || password !== undefined)
  @Password()
  password?: string;

  @Optional()
  @OneOf(Object.values(UserKind), '0 = person, 1 = service account, which has no password')
  kind?: number;

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

  /** Department; null for none. Of a new user, if left out, the one of the caller. */
  @Nullable()
  @Id()
  deptId?: number | null;

  @NamedTenant()
  tenantId?: unknown;
}

/** Body of POST /api/user/invite: the user sets the password. */
export class InviteUserDto extends OmitType(AddUserDto, ['password', 'kind']) {}

/** Body of POST /api/user/resetLink and PUT /api/user/resetFactors. */
export class NamedUserDto {
  @Id()
  id: number;
}

/** Body of PUT /api/user/update: members that are left out stay unchanged; the password has a route of its own. */
export class UpdateUserDto extends PartialType(OmitType(AddUserDto, ['password', 'kind', 'tenantId']), {
  skipNullProperties: false,
}) {
  @Id()
  id: number;
}

/** Body of PUT /api/user/resetPassword. */
export class ResetPasswordDto {
  @Id()
  id: number;

  @Password()
  password: string;
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
