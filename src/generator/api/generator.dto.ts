import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Matches } from 'class-validator';
import { Flag, Json, NamesByName, OneOf, Optional, Text } from 'steward/validation';
import type { Side } from '../merge/merge.js';

/** Longest table name that is looked up; no database has longer ones. */
const MAX_TABLE_NAME = 1024;

/** Most renamed columns that a run accepts. */
const MAX_RENAMES = 1000;

const SIDES: Side[] = ['hand', 'rendering'];

/** First part of permission codes. */
function ModuleName(): PropertyDecorator {
  const message = 'moduleName must be letters and digits, beginning with a small letter';
  return applyDecorators(Text(40, 1), Matches(/^[a-z][a-zA-Z0-9]*$/, { message }));
}

/** Name of a run of several requests, which are undone together. */
function RunName(): PropertyDecorator {
  return applyDecorators(Optional(), Text(64, 1));
}

/** Body of POST /api/generator/preview. */
export class PreviewDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;

  /** First part of the permission codes; by default as in the last run, or else in the design. */
  @Optional()
  @ModuleName()
  moduleName?: string;

  /** By default the setting generator.overwrite. */
  @Optional()
  @Flag()
  overwrite?: boolean;
}

/** Body of POST /api/generator/diff. */
export class DiffDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;

  /** As in a preview. */
  @Optional()
  @ModuleName()
  moduleName?: string;

  /** Columns that have been renamed, old → new. */
  @Optional()
  @NamesByName(MAX_RENAMES, MAX_TABLE_NAME)
  renames?: Record<string, string>;
}

/** Body of POST /api/generator/accept. */
export class AcceptDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;
}

/** Body of POST /api/generator/remove. */
export class RemoveDto extends AcceptDto {
  /** Whether roles lose the page and the buttons that they hold. */
  @Optional()
  @Flag()
  grants?: boolean;
}

/** Body of POST /api/generator/generate. */
export class GenerateDto extends PreviewDto {
  /** Paths of the files to write, as in the preview; by default all. */
  @Optional()
  @IsArray({ message: 'only must be a list of paths' })
  @ArrayMinSize(1, { message: 'only must have at least one entry' })
  @ArrayMaxSize(100, { message: 'only must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'only must hold paths only' })
  only?: string[];

  /** Whether hand-written code is kept; the setting generator.merge if neither this nor overwrite is given. */
  @Optional()
  @Flag()
  merge?: boolean;

  /** Consecutive requests with the same name are undone together. */
  @RunName()
  run?: string;

  /** The side that wins conflicts. */
  @Optional()
  @OneOf(SIDES)
  conflicts?: Side;

  /** Columns that have been renamed, old → new. */
  @Optional()
  @NamesByName(MAX_RENAMES, MAX_TABLE_NAME)
  renames?: Record<string, string>;
}

/** Body of POST /api/generator/batchGenerate. */
export class BatchGenerateDto {
  @IsArray({ message: 'tableNames must be a list of names' })
  @ArrayMinSize(1, { message: 'tableNames must have at least one entry' })
  @ArrayMaxSize(100, { message: 'tableNames must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'tableNames must hold names only' })
  tableNames: string[];

  @Optional()
  @Flag()
  overwrite?: boolean;

  @Optional()
  @Flag()
  merge?: boolean;

  @RunName()
  run?: string;

  @Optional()
  @OneOf(SIDES)
  conflicts?: Side;
}

/** Body of PUT /api/generator/design. */
export class DesignDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;

  /** Any part of a design: docs/generator-design.schema.json. */
  @Json()
  design: unknown;
}
