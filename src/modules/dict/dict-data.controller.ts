import { Controller, Get, Param } from '@nestjs/common';
import { listOf, LoginOnly } from 'steward/http';
import { DictItemService } from './dict-item.service.js';
import type { DictItem } from './dict.entity.js';

/** Serves the choices that consoles offer. */
@Controller('api/dict/data')
export class DictDataController {
  constructor(private readonly service: DictItemService) {}

  @LoginOnly({ summary: 'Enabled items of a dictionary', params: { code: 'Code of the dictionary' }, answer: listOf })
  @Get(':code')
  data(@Param('code') code: string): Promise<DictItem[]> {
    return this.service.enabledOf(code);
  }
}
