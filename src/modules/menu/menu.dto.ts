import { PartialType } from '@nestjs/mapped-types';
import { Matches } from 'class-validator';
import { MenuType } from 'steward/access';
import { ComponentName, Flag, IconName, Id, MenuPath, OneOf, Optional, Status, Text, Whole } from 'steward/validation';

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

/** Body of PUT /api/menu/update: members that are left out stay unchanged. */
export class UpdateMenuDto extends PartialType(AddMenuDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}
