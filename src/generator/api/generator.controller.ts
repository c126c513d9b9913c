import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { type Page, type RawQuery, single } from 'steward/crud';
import { NoDeadline, OperationType, Permission, Recorded } from 'steward/http';
import { moduleDocs } from './module.docs.js';
import type { CheckedTable, Removed, TableDiff, Undone } from '../compare/compare.result.js';
import { CompareService } from '../run/compare.service.js';
import { RemoveService } from '../run/remove.service.js';
import { UndoService } from '../run/undo.service.js';
import { type DesignInForce, DesignService } from '../run/design.service.js';
import { WhileEnabled } from './enabled.interceptor.js';
import { generatorDocs } from './generator.docs.js';
import {
  AcceptDto,
  BatchGenerateDto,
  DesignDto,
  DiffDto,
  GenerateDto,
  PreviewDto,
  RemoveDto,
} from './generator.dto.js';
import { generatorPermissions } from './generator.permissions.js';
import type { GenerateResult } from '../register/reports.js';
import { type BatchItem, type PreviewedFile, failureOf, failureOfBatch } from '../run/generate.result.js';
import { GenerateService } from '../run/generate.service.js';
import { type ListedTable, TableList } from '../plan/table-list.js';

/** From a table to a working module. */
@Controller('api/generator')
export class GeneratorController {
  constructor(
    private readonly tables: TableList,
    private readonly service: GenerateService,
    private readonly designs: DesignService,
    private readonly comparisons: CompareService,
    private readonly undos: UndoService,
    private readonly removals: RemoveService,
  ) {}

  @WhileEnabled()
  @Get('page')
  @Permission(generatorPermissions.page, generatorDocs.page)
  page(@Query() query: RawQuery): Promise<Page<ListedTable>> {
    return this.tables.page(query);
  }

  @WhileEnabled()
  @Get('design')
  @Permission(generatorPermissions.generator, generatorDocs.design)
  design(@Query() query: RawQuery): Promise<DesignInForce> {
    return this.designs.show(single(query, 'tableName') ?? '');
  }

  @WhileEnabled()
  @Put('design')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, generatorDocs.saveDesign)
  @Recorded(OperationType.Update)
  saveDesign(@Body() { tableName, design }: DesignDto): Promise<void> {
    return this.designs.save(tableName, design);
  }

  @WhileEnabled()
  @Post('preview')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, generatorDocs.preview)
  preview(@Body() body: PreviewDto): Promise<PreviewedFile[]> {
    return this.service.preview(body);
  }

  @WhileEnabled()
  @Post('generate')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, generatorDocs.generate)
  @Recorded(OperationType.Generate, failureOf)
  @NoDeadline()
  generate(@Body() body: GenerateDto): Promise<GenerateResult> {
    return this.service.generate(body);
  }

  @WhileEnabled()
  @Post('batchGenerate')
  @HttpCode(200)
  @Permission(generatorPermissions.batchGenerator, generatorDocs.batchGenerate)
  @Recorded(OperationType.Generate, failureOfBatch)
  @NoDeadline()
  batchGenerate(@Body() body: BatchGenerateDto): Promise<BatchItem[]> {
    return this.service.batchGenerate(body);
  }

  @WhileEnabled()
  @Post('diff')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, moduleDocs.diff)
  @NoDeadline()
  diff(@Body() body: DiffDto): Promise<TableDiff> {
    return this.comparisons.diff(body);
  }

  @WhileEnabled()
  @Get('check')
  @Permission(generatorPermissions.page, moduleDocs.check)
  @NoDeadline()
  check(): Promise<CheckedTable[]> {
    return this.comparisons.check();
  }

  @WhileEnabled()
  @Post('accept')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, moduleDocs.accept)
  @Recorded(OperationType.Generate, failureOf)
  @NoDeadline()
  accept(@Body() { tableName }: AcceptDto): Promise<GenerateResult> {
    return this.comparisons.accept(tableName);
  }

  @WhileEnabled()
  @Post('undo')
  @HttpCode(200)
  @Permission(generatorPermissions.undo, moduleDocs.undo)
  @Recorded(OperationType.Generate, failureOf)
  @NoDeadline()
  undo(): Promise<Undone> {
    return this.undos.undo();
  }

  @WhileEnabled()
  @Post('remove')
  @HttpCode(200)
  @Permission(generatorPermissions.remove, moduleDocs.remove)
  @Recorded(OperationType.Delete, failureOf)
  @NoDeadline()
  remove(@Body() { tableName, grants }: RemoveDto): Promise<Removed> {
    return this.removals.remove(tableName, grants);
  }
}
