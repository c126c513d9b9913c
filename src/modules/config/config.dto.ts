import { PartialType } from '@nestjs/mapped-types';
import { Code, Id, OneOf, Optional, Status, Text, Whole } from 'steward/validation';
import { CONFIG_ITEM_TYPES, type ConfigItemType } from './config.entity.js';

/** Maximum length of an item's value, and of its options, in characters. */
export const MAX_VALUE = 100_000;

/** Body of POST /api/config/add. */
export class AddConfigDto {
  @Text(64, 1)
  name: string;

  @Code(64)
  code: string;

  @Optional()
  @Whole()
  sort?: number;
}

/** Body of PUT /api/config/update: members that are left out stay unchanged. */
export class UpdateConfigDto extends PartialType(AddConfigDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** Body of POST /api/config/item/add. */
export class AddConfigItemDto {
  @Id()
  configId: number;

  @Code(64)
  key: string;

  @Optional()
  @Text(MAX_VALUE)
  value?: string;

  /** JSON array of strings, or of `{label,value}`; empty for none. */
  @Optional()
  @Text(MAX_VALUE)
  options?: string;

  @Optional()
  @OneOf(CONFIG_ITEM_TYPES)
  type?: ConfigItemType;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Whole()
  sort?: number;
}

/** Body of PUT /api/config/item/update: members that are left out stay unchanged. */
export class UpdateConfigItemDto extends PartialType(AddConfigItemDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}
