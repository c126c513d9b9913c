/** `steward/seeds`: what generated modules need in a database. */
export { type ModuleSeed, Seeded } from './module-seed.js';
