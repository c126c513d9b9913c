import { PartialType } from '@nestjs/mapped-types';
import { Matches } from 'class-validator';
import { MenuType } from 'steward/access';
import { errors } from 'steward/core';
import {
  ComponentName,
  Flag,
  IconName,
  Id,
  MenuPath,
  OneOf,
  Optional,
  Status,
  Text,
  validate,
  Whole,
} from 'steward/validation';

/** Body of POST /api/menu/add. */
export class AddMenuDto {
  /** 0 = top level. */
  @Optional()
  @Whole(0)
  parentId?: number;

  @Text(64, 1)
  name: string;

  /** In the English console; empty: the name. */
  @Optional()
  @Text(64)
  nameEn?: string;

  /** In the Chinese console; empty: the name. */
  @Optional()
  @Text(64)
  nameZh?: string;

  @Optional()
  @OneOf([MenuType.Folder, MenuType.Page, MenuType.Button])
  type?: MenuType;

  @Optional()
  @MenuPath(255)
  path?: string;

  @Optional()
  @ComponentName(255)
  component?: string;

  @Optional()
  @IconName(64)
  icon?: string;

  /** A literal code: wildcards grant nothing. */
  @Optional()
  @Text(128)
  @Matches(/^[\w:.-]*$/, { message: 'permission must consist of letters, digits and : . - _' })
  permission?: string;

  @Optional()
  @Whole()
  sort?: number;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Flag()
  hidden?: boolean;
}

/** One entry of the body of PUT /api/menu/sort. */
export class MenuPlaceDto {
  @Id()
  id: number;

  /** 0 = top level. */
  @Whole(0)
  parentId: number;

  @Whole()
  sort: number;
}

/** Maximum number of entries sorted at once. */
export const MAX_PLACES = 1000;

/**
 * The body of PUT /api/menu/sort.
 * @throws AppError code 1 with a message that names what is invalid
 */
export function readPlaces(body: unknown): MenuPlaceDto[] {
  if (!Array.isArray(body) || body.length === 0) throw errors.failure('The body must be a list of at least one entry');
  if (body.length > MAX_PLACES) throw errors.failure(`The body must have at most ${MAX_PLACES} entries`);
  return body.map((place) => validate(MenuPlaceDto, place));
}

/** Body of PUT /api/menu/update: members that are left out stay unchanged. */
export class UpdateMenuDto extends PartialType(AddMenuDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}
