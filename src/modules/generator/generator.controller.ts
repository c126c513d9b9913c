import { Body, Controller, Get, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import { Permission } from '../../common/access/decorators.js';
import type { Page, RawQuery } from '../../common/crud/paging.js';
import { Unhurried } from '../../common/http/deadline.js';
import { OperationType, Recorded } from '../../common/operation/operation.js';
import { EnabledInterceptor } from './enabled.interceptor.js';
import { BatchGenerateDto, GenerateDto } from './generator.dto.js';
import { generatorDocs } from './generator.docs.js';
import { generatorPermissions } from './generator.permissions.js';
import { type BatchItem, type GenerateResult, outcomeOf, outcomeOfBatch } from './generator.result.js';
import { GeneratorService } from './generator.service.js';
import type { PlannedFile } from './plan.js';
import { type TableSummary, TableReader } from './table.js';

/** Stands before @Recorded(), and so inside it: a refusal is recorded too. */
const WhileEnabled = () => UseInterceptors(EnabledInterceptor);

/** From a table to a working module: interface §4.5, contract §9. */
@Controller('api/generator')
export class GeneratorController {
  constructor(
    private readonly tables: TableReader,
    private readonly service: GeneratorService,
  ) {}

  @WhileEnabled()
  @Get('page')
  @Permission(generatorPermissions.page, generatorDocs.page)
  page(@Query() query: RawQuery): Promise<Page<TableSummary>> {
    return this.tables.page(query);
  }

  @WhileEnabled()
  @Post('preview')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, generatorDocs.preview)
  preview(@Body() body: GenerateDto): Promise<PlannedFile[]> {
    return this.service.preview(body);
  }

  @WhileEnabled()
  @Post('generate')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, generatorDocs.generate)
  @Recorded(OperationType.Generate, outcomeOf)
  @Unhurried()
  generate(@Body() body: GenerateDto): Promise<GenerateResult> {
    return this.service.generate(body);
  }

  @WhileEnabled()
  @Post('batchGenerate')
  @HttpCode(200)
  @Permission(generatorPermissions.batchGenerator, generatorDocs.batchGenerate)
  @Recorded(OperationType.Generate, outcomeOfBatch)
  @Unhurried()
  batchGenerate(@Body() body: BatchGenerateDto): Promise<BatchItem[]> {
    return this.service.batchGenerate(body);
  }
}
