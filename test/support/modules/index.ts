/** `steward/testing/modules`: what the specs of generated modules are made of; they share one running service. */
export { ServedModule } from './served-module.js';
export { behavesAsModule, type ModuleShape } from './behaves-as-module.js';
