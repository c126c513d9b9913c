import { PartialType } from '@nestjs/mapped-types';
import { Code, Id, Optional, Status, Text, Whole } from 'steward/validation';

/** Body of POST /api/dict/add. */
export class AddDictDto {
  @Text(64, 1)
  name: string;

  @Code(128)
  code: string;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Whole()
  sort?: number;

  @Optional()
  @Text(255)
  remark?: string;
}

/** Body of PUT /api/dict/update: members that are left out stay unchanged. */
export class UpdateDictDto extends PartialType(AddDictDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}

/** Body of POST /api/dict/item/add. */
export class AddDictItemDto {
  @Id()
  dictId: number;

  @Text(128, 1)
  label: string;

  /** In the English console; empty: the label. */
  @Optional()
  @Text(128)
  labelEn?: string;

  /** In the Chinese console; empty: the label. */
  @Optional()
  @Text(128)
  labelZh?: string;

  @Text(128, 1)
  value: string;

  @Optional()
  @Status()
  status?: number;

  @Optional()
  @Whole()
  sort?: number;
}

/** Body of PUT /api/dict/item/update: members that are left out stay unchanged. */
export class UpdateDictItemDto extends PartialType(AddDictItemDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}
