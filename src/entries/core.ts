/** `steward/core`: errors, the clock, the log and metrics. */
export { AppError } from '../core/app.error.js';
export { batchesOf } from '../core/batches-of.js';
export { Clock } from '../core/clock.js';
export { lazily } from '../core/descriptors.js';
export { digestOf } from '../core/digest.js';
export { errors } from '../core/errors.js';
export { FairQueue } from '../core/fair-queue.js';
export { describeError, Log } from '../core/log/log.module.js';
export { cut, isSecretName, maskedLogin, maskedParameters } from '../core/log/mask.js';
export { safePath } from '../core/log/safe-path.js';
export { hideTokens } from '../core/log/token-text.js';
export { countOutcome, Metrics } from '../core/metrics/metrics.js';
export { MAX_FILE } from '../core/value-sizes.js';
export { PACKAGE_ROOT, SERVICE_VERSION } from '../core/version.js';
