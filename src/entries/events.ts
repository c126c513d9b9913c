/** `steward/events`: what happened, after it was committed (docs/events.md). */
// Exported as a whole: TypeScript lets modules add members to an interface of an entry only in this form.
export * from '../core/domain-events.js';
export { type EventName, Events, On } from '../core/events.js';
