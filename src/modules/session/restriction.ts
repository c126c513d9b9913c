import type { EntityManager } from 'typeorm';
import { Session } from './session.entity.js';

/** Lifts the restriction of a user's sessions that lacked a second factor, in the transaction that adds one. */
export async function liftFactorRestriction(userId: number, manager: EntityManager): Promise<void> {
  await manager.update(Session, { userId, restriction: 'factor' }, { restriction: null });
}
