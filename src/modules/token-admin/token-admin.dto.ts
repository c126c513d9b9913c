import { Id } from 'steward/validation';
import { AddOwnTokenDto } from '../api-token/api-tokens.js';

/** Body of POST /api/token/add. */
export class AddTokenDto extends AddOwnTokenDto {
  /** A service account. */
  @Id()
  userId: number;
}
