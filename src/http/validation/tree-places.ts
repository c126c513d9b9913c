import { errors } from '../../core/errors.js';
import { Id, Whole } from './column-rules.js';
import { validate } from './validate.js';

/** One entry of the body of a route that moves and orders rows of a tree: PUT /api/menu/sort, PUT /api/dept/sort. */
export class PlaceDto {
  @Id()
  id: number;

  /** 0 = top level. */
  @Whole(0)
  parentId: number;

  @Whole()
  sort: number;
}

/** Maximum number of rows sorted at once. */
export const MAX_PLACES = 1000;

/**
 * The body of such a route.
 * @throws AppError code 1 with a message that names what is invalid
 */
export function readPlaces(body: unknown): PlaceDto[] {
  if (!Array.isArray(body) || body.length === 0) throw errors.failure('The body must be a list of at least one entry');
  if (body.length > MAX_PLACES) throw errors.failure(`The body must have at most ${MAX_PLACES} entries`);
  return body.map((place) => validate(PlaceDto, place));
}
