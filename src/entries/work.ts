/** `steward/work`: work that is done after a commit, on any instance, and the methods that do it. */
export { type HandlerOptions, Handles, LeaseLostError, PermanentError, type WorkContext } from '../work/handles.js';
export { WorkHandlers } from '../work/work-handlers.js';
export { WorkRow, type WorkState } from '../work/work-row.entity.js';
export { WorkRunner } from '../work/work-runner.js';
export { WorkTable } from '../work/work-table.js';
export { WorkModule } from '../work/work.module.js';
export { Work, type WorkChange, type WorkOptions } from '../work/work.js';
