import { Nullable, Password, Text } from 'steward/validation';

/** Body of POST /api/password/forgot. */
export class ForgotPasswordDto {
  @Text(64, 1)
  username: string;

  @Nullable()
  @Text(64)
  tenantCode?: string | null;

  /** Key of the captcha. */
  @Nullable()
  @Text(64)
  key?: string | null;

  /** Answer to the captcha. */
  @Nullable()
  @Text(128)
  code?: string | null;
}

/** Body of POST /api/password/link and /api/email/confirm. */
export class LinkDto {
  /** The part of the link after `#`. */
  @Text(1024, 1)
  token: string;
}

/** Body of POST /api/password/reset. */
export class ResetByLinkDto extends LinkDto {
  @Password()
  password: string;
}
