import { applyDecorators } from '@nestjs/common';
import { IsIn, IsObject, Matches, ValidateNested } from 'class-validator';
import { Nullable, Text } from 'steward/validation';

/** Bytes in base64url. @param max in characters */
export function Bytes(max: number, min = 1): PropertyDecorator {
  return applyDecorators(Text(max, min), Matches(/^[\w-]*$/, { message: '$property must be base64url' }));
}

/** The members that answers of authenticators share, as `PublicKeyCredential.toJSON()` writes them. */
export class CredentialDto {
  @Bytes(1364)
  id: string;

  @Bytes(1364)
  rawId: string;

  @IsIn(['public-key'], { message: 'type must be public-key' })
  type: 'public-key';
}

/** An authenticator's answer to request options (WebAuthn, AuthenticatorAssertionResponseJSON). */
export class AssertionDto {
  @Bytes(8192)
  clientDataJSON: string;

  @Bytes(8192)
  authenticatorData: string;

  @Bytes(8192)
  signature: string;

  /** Missing, null or empty where the authenticator keeps none. */
  @Nullable()
  @Bytes(128, 0)
  userHandle?: string | null;
}

/** A signature of a credential (WebAuthn, AuthenticationResponseJSON). */
export class SignedCredentialDto extends CredentialDto {
  @IsObject({ message: 'response must be an object' })
  @ValidateNested()
  response: AssertionDto;
}

/** A passkey's answer: the body of POST /api/login/passkey, and of others that take a passkey. */
export class PasskeyAnswerDto {
  /** Of the options that the authenticator answered. */
  @Text(64, 1)
  requestId: string;

  @IsObject({ message: 'response must be an object' })
  @ValidateNested()
  response: SignedCredentialDto;
}

/** Whether a body that may hold a code or a passkey's answer holds the answer. */
export function isPasskeyAnswer(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { requestId, response } = body as Record<string, unknown>;
  return requestId !== undefined || response !== undefined;
}
