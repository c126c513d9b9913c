import { PartialType } from '@nestjs/mapped-types';
import { ArrayMaxSize } from 'class-validator';
import { Code, EachOf, Flag, Id, Nullable, Optional, Status, Text, Whole } from 'steward/validation';

/** Most groups of one identity provider that have a role. */
const MOST_GROUPS = 200;

/** A group of the provider, and the role of its members. */
export class MappedGroupDto {
  @Text(255, 1)
  name: string;

  @Id()
  roleId: number;
}

/** Body of POST /api/sso/provider/add. */
export class AddProviderDto {
  @Code(64)
  code: string;

  @Text(64, 1)
  name: string;

  /** An address below one of SSO_ISSUERS. */
  @Text(255, 1)
  issuer: string;

  @Text(255, 1)
  clientId: string;

  /** Never shown again; empty for a public client. */
  @Optional()
  @Text(255)
  clientSecret?: string;

  /** Separated by blanks; `openid` is always among them. */
  @Optional()
  @Text(255)
  scopes?: string;

  @Optional()
  @Text(64)
  groupsClaim?: string;

  @Optional()
  @Flag()
  createUsers?: boolean;

  @Optional()
  @Flag()
  trustMfa?: boolean;

  /** Separated by blanks. */
  @Optional()
  @Text(255)
  acrValues?: string;

  /** Seconds; null = any time. */
  @Nullable()
  @Whole(0)
  maxAge?: number | null;

  @Optional()
  @Status()
  status?: number;

  @EachOf(MappedGroupDto)
  @ArrayMaxSize(MOST_GROUPS, { message: 'groups must have at most $constraint1 entries' })
  groups?: MappedGroupDto[];
}

/** Body of PUT /api/sso/provider/update: members that are left out stay unchanged, the secret among them. */
export class UpdateProviderDto extends PartialType(AddProviderDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** Body of POST /api/sso/link. */
export class LinkIdentityDto {
  @Id()
  providerId: number;

  /** The claim `sub` of the person at the provider. */
  @Text(255, 1)
  subject: string;

  @Id()
  userId: number;
}
