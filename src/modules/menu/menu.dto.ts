import { PartialType } from '@nestjs/mapped-types';
import { Matches } from 'class-validator';
import { Flag, OneOf, Optional, Status, Text, Whole, Id } from '../../common/validation/decorators.js';
import { MenuType } from './menu.entity.js';

/** Body of POST /api/menu/add. */
export class AddMenuDto {
  /** 0 = top level. */
  @Optional()
  @Whole(0)
  parentId?: number;

  @Text(64, 1)
  name: string;

  @Optional()
  @OneOf([MenuType.Folder, MenuType.Page, MenuType.Button])
  type?: MenuType;

  @Optional()
  @Text(255)
  path?: string;

  @Optional()
  @Text(255)
  component?: string;

  @Optional()
  @Text(64)
  icon?: string;

  /** A literal code: wildcards grant nothing (contract §10). */
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

/** Body of PUT /api/menu/update: what is not named stays. */
export class UpdateMenuDto extends PartialType(AddMenuDto, { skipNullProperties: false }) {
  @Id()
  id: number;
}
