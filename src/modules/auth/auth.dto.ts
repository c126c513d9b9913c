import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Empty and null count as absent (contract §4). */
const Absent = () => Transform(({ value }: { value: unknown }) => (isAbsent(value) ? undefined : value));

/** Whether a member of a login or refresh request counts as not given (contract §4). */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Body of POST /api/login: interface §2.4. */
export class LoginDto {
  @IsString({ message: 'username must be a string' })
  @MinLength(1, { message: 'username must not be empty' })
  @MaxLength(64, { message: 'username must have at most 64 characters' })
  username: string;

  @IsString({ message: 'password must be a string' })
  @MinLength(1, { message: 'password must not be empty' })
  @MaxLength(1024, { message: 'password must have at most 1024 characters' })
  password: string;

  @Absent()
  @IsOptional()
  @IsString({ message: 'tenantCode must be a string' })
  @MaxLength(64, { message: 'tenantCode must have at most 64 characters' })
  tenantCode?: string;

  /** Answer to the captcha. */
  @Absent()
  @IsOptional()
  @IsString({ message: 'code must be a string' })
  @MaxLength(128, { message: 'code must have at most 128 characters' })
  code?: string;

  /** Key of the captcha. */
  @Absent()
  @IsOptional()
  @IsString({ message: 'key must be a string' })
  @MaxLength(64, { message: 'key must have at most 64 characters' })
  key?: string;

  /** Of no use to a login; one that is no text is refused all the same (contract §4). */
  @Absent()
  @IsOptional()
  @IsString({ message: 'refresh_token must be a string' })
  refresh_token?: string;
}

/** Body of POST /api/oauth2/token with a refresh token: interface §2.5. */
export class RefreshDto {
  @IsString({ message: 'grant_type must be a string' })
  grant_type: string;

  @IsString({ message: 'refresh_token must be a string' })
  refresh_token: string;
}

/** Whether a token request is handled with the login logic: the password grant, or no refresh token (interface §2.5). */
export function isLoginRequest(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return true;
  const { grant_type, refresh_token } = body as Record<string, unknown>;
  return grant_type === 'password' || isAbsent(refresh_token);
}
