import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { crudRoutes, IdPipe, type Page, type RawQuery } from 'steward/crud';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OperationType,
  Public,
  Recorded,
} from 'steward/http';
import { TAKES_IMAGES } from 'steward/validation';
import { fileDocs } from './file.docs.js';
import type { StoredFile } from './file.entity.js';
import { filePermissions } from './file.permissions.js';
import { FileService, type UploadedFile } from './file.service.js';
import { StoredFileService } from './stored-file.service.js';

const routes = crudRoutes(filePermissions);

/** Images that people upload, such as avatars. */
@Controller('api/file')
export class FileController {
  constructor(
    private readonly service: FileService,
    private readonly stored: StoredFileService,
  ) {}

  @LoginOnly(fileDocs.upload)
  @RouteConfig(TAKES_IMAGES)
  @Recorded(OperationType.Add)
  @Post()
  @HttpCode(200)
  upload(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<UploadedFile> {
    return this.service.upload(body, caller);
  }

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<StoredFile>> {
    return this.stored.page(query, caller);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.stored.delete(id, caller);
  }

  /** A browser shows any upload as an image or not at all. */
  @Public(fileDocs.read)
  @Header('cache-control', 'public, max-age=31536000, immutable')
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Get(':name')
  read(@Param('name') name: string, @CurrentClient() client: Client): Promise<StreamableFile> {
    return this.service.read(name, client);
  }
}
