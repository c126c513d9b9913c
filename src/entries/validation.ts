/** `steward/validation`: the rules of request bodies. */
export * from '../http/validation/account-rules.js';
export * from '../http/validation/column-rules.js';
export { ImageBody, TAKES_IMAGES } from '../http/validation/image-body.js';
export { IMAGE_TYPES, type ImageType } from '../http/validation/image-types.js';
export { checkLink, ComponentName, IconName, Link, MenuPath } from '../http/validation/links.js';
export { BodyStream, MiB, RawBody, type TakenBody, TakesBody } from '../http/validation/taken-body.js';
export { MAX_PLACES, PlaceDto, readPlaces } from '../http/validation/tree-places.js';
export { validate } from '../http/validation/validate.js';
