import { Transform } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { Text } from 'steward/validation';
import { PasskeyAnswerDto } from '../factor/passkey-answer.js';

/** Empty and null count as absent. */
export const Absent = () => Transform(({ value }: { value: unknown }) => (isAbsent(value) ? undefined : value));

/** Whether a member of a login or refresh request counts as not given. */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Body of POST /api/login. */
export class LoginDto {
  @Text(64, 1)
  username: string;

  @Text(1024, 1)
  password: string;

  @Absent()
  @IsOptional()
  @Text(64)
  tenantCode?: string;

  /** Answer to the captcha. */
  @Absent()
  @IsOptional()
  @Text(128)
  code?: string;

  /** Key of the captcha. */
  @Absent()
  @IsOptional()
  @Text(64)
  key?: string;

  /** The second step: six digits of an authenticator app, or a recovery code. */
  @Absent()
  @IsOptional()
  @Text(64)
  otp?: string;

  /** Not used by a login, but refused if it is not a string. */
  @Absent()
  @IsOptional()
  @IsString({ message: 'refresh_token must be a string' })
  refresh_token?: string;
}

/** Body of POST /api/oauth2/token with a refresh token. */
export class RefreshDto {
  @IsString({ message: 'grant_type must be a string' })
  grant_type: string;

  @IsString({ message: 'refresh_token must be a string' })
  refresh_token: string;
}

/** Body of POST /api/login/second. */
export class SecondStepDto {
  /** The header X-Login-Challenge of the refused login. */
  @Text(64, 1)
  challenge: string;

  @Text(64, 1)
  otp: string;
}

/** Body of POST /api/login/second of a passkey. */
export class SecondPasskeyDto extends PasskeyAnswerDto {
  /** The header X-Login-Challenge of the refused login. */
  @Text(64, 1)
  challenge: string;
}

/** Body of POST /api/passkey/options. */
export class PasskeyOptionsDto {
  /** The header X-Login-Challenge of a refused login, for its second step. */
  @Absent()
  @IsOptional()
  @Text(64)
  challenge?: string;
}

/** Whether a token request is handled as a login: it has the password grant or no refresh token. */
export function isLoginRequest(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return true;
  const { grant_type, refresh_token } = body as Record<string, unknown>;
  return grant_type === 'password' || isAbsent(refresh_token);
}
