import type { User } from 'steward/access';
import type { LoginMethod } from './second-step.service.js';

/** What a login has proved. */
export interface Proof {
  method: LoginMethod;
  /** Whether a second factor is among it. */
  hasFactor: boolean;
}

/** A user who may log in, and what they have proved. */
export interface ProvenUser extends Proof {
  user: User;
}
