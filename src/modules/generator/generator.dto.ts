import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Matches } from 'class-validator';
import { Flag, Json, Optional, Text } from 'steward/validation';

/** Longest name that is looked for; no database has longer ones. */
const MAX_TABLE_NAME = 1024;

/** Body of POST /api/generator/preview. */
export class PreviewDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;

  /** First part of the permission codes; `app` where it is left out. */
  @Optional()
  @Text(40, 1)
  @Matches(/^[a-z][a-zA-Z0-9]*$/, { message: 'moduleName must be letters and digits, beginning with a small letter' })
  moduleName?: string;

  /** The setting generator.overwrite where it is left out. */
  @Optional()
  @Flag()
  overwrite?: boolean;
}

/** Body of POST /api/generator/generate. */
export class GenerateDto extends PreviewDto {
  /** Paths of the files to write, as the preview has them; all where it is left out. */
  @Optional()
  @IsArray({ message: 'only must be a list of paths' })
  @ArrayMinSize(1, { message: 'only must have at least one entry' })
  @ArrayMaxSize(100, { message: 'only must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'only must hold paths only' })
  only?: string[];
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
}

/** Body of PUT /api/generator/design. */
export class DesignDto {
  @Text(MAX_TABLE_NAME, 1)
  tableName: string;

  /** Any part of a design: docs/generator-design.schema.json. */
  @Json()
  design: unknown;
}
