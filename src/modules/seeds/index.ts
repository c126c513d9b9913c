/** `steward/seeds`: what modules need in a database. */
export { type ModuleSeed, Seeded } from './module-seed.js';
export { roleSeed, type SeededRole, siteSeed } from './project-seeds.js';
