import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { NoDeadline, OperationType, Permission, Recorded } from 'steward/http';
import type { GenerateResult } from './effects/reports.js';
import { WhileEnabled } from './enabled.interceptor.js';
import { AcceptDto, DiffDto } from './generator.dto.js';
import { generatorPermissions } from './generator.permissions.js';
import { failureOf } from './generator.result.js';
import { againDocs } from './again.docs.js';
import { AgainService } from './again/again.service.js';
import type { CheckedTable, TableDiff } from './again/again.result.js';

/** What becomes of modules whose tables have changed. */
@Controller('api/generator')
export class AgainController {
  constructor(private readonly service: AgainService) {}

  @WhileEnabled()
  @Post('diff')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, againDocs.diff)
  @NoDeadline()
  diff(@Body() body: DiffDto): Promise<TableDiff> {
    return this.service.diff(body);
  }

  @WhileEnabled()
  @Get('check')
  @Permission(generatorPermissions.page, againDocs.check)
  @NoDeadline()
  check(): Promise<CheckedTable[]> {
    return this.service.check();
  }

  @WhileEnabled()
  @Post('accept')
  @HttpCode(200)
  @Permission(generatorPermissions.generator, againDocs.accept)
  @Recorded(OperationType.Generate, failureOf)
  @NoDeadline()
  accept(@Body() { tableName }: AcceptDto): Promise<GenerateResult> {
    return this.service.accept(tableName);
  }
}
