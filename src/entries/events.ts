/** `steward/events`: what happened, after it was committed (docs/events.md). */
// As a whole, because TypeScript lets a module add members to no other interface of an entry than to such a one.
export * from '../core/domain-events.js';
export { type EventName, Events, On } from '../core/events.js';
