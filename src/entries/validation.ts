/** `steward/validation`: the rules of request bodies. */
export {
  Base64,
  BigWhole,
  Code,
  Day,
  Decimal,
  EachOf,
  Flag,
  Id,
  Ids,
  isLonger,
  Json,
  Listed,
  LongText,
  NamesByName,
  Nullable,
  OneOf,
  Optional,
  OrNull,
  Password,
  Real,
  SomeOf,
  Status,
  Text,
  Time,
  TimeOfDay,
  TimeOrNull,
  Username,
  Whole,
} from '../http/validation/decorators.js';
export { IMAGE_TYPES, ImageBody, type ImageType, TAKES_IMAGES } from '../http/validation/image-body.js';
export { checkLink, ComponentName, IconName, Link, MenuPath } from '../http/validation/links.js';
export { validate } from '../http/validation/validate.js';
