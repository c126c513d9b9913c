import { ArrayMaxSize, IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { Id, Optional, Text } from 'steward/validation';
import { Bytes, CredentialDto } from './passkey-answer.js';

/** An authenticator's answer to creation options (WebAuthn, AuthenticatorAttestationResponseJSON). */
export class AttestationDto {
  @Bytes(8192)
  clientDataJSON: string;

  @Bytes(65_536)
  attestationObject: string;

  /** How browsers reach the authenticator. */
  @Optional()
  @IsArray({ message: 'transports must be a list' })
  @ArrayMaxSize(16, { message: 'transports must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'transports must hold texts only' })
  transports?: string[];
}

/** A credential that an authenticator has made (WebAuthn, RegistrationResponseJSON). */
export class NewCredentialDto extends CredentialDto {
  @IsObject({ message: 'response must be an object' })
  @ValidateNested()
  response: AttestationDto;
}

/** Body of POST /api/index/addPasskey. */
export class AddPasskeyDto {
  /** Of the options that the authenticator answered. */
  @Text(64, 1)
  requestId: string;

  @IsObject({ message: 'response must be an object' })
  @ValidateNested()
  response: NewCredentialDto;

  @Text(64, 1)
  name: string;
}

/** Body of PUT /api/index/renamePasskey. */
export class RenamePasskeyDto {
  @Id()
  id: number;

  @Text(64, 1)
  name: string;
}
