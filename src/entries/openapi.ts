/** `steward/openapi`: schemas of the API description. */
export { dtoSchema } from '../openapi/dto.schema.js';
