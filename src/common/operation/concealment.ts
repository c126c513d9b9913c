import { SetMetadata, type Type } from '@nestjs/common';
import type { StewardRequest } from '../http/request.js';

/** Key of the metadata that names a route's {@link Concealment}. */
export const CONCEALMENT = 'steward:concealment';

/** Knows which members of a recorded request are secrets though their own names do not say so. */
export interface Concealment {
  /** Names of members of the request whose values its row must not show; asked before the handler runs. */
  membersOf(request: StewardRequest): Promise<readonly string[]>;
}

/** A provider that is a {@link Concealment}. */
export type ConcealmentType = Type<Concealment>;

/** Has a provider of the module say what the operation log must not show of a recorded route's requests. */
export const Conceals = (by: ConcealmentType) => SetMetadata(CONCEALMENT, by);
