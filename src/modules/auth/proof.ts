import type { User } from 'steward/access';
import type { LoginMethod } from './second-step.service.js';

/** The proofs of a login. */
export interface Proof {
  method: LoginMethod;
  /** Whether a second factor is among it. */
  hasFactor: boolean;
}

/** A user who may log in, and what they have proved. */
export interface ProvenUser extends Proof {
  user: User;
}
