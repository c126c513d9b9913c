import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  type OnModuleInit,
  Param,
  Post,
  Query,
  type StreamableFile,
  type Type,
} from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { errors, MAX_FILE } from 'steward/core';
import { type CrudService, IdPipe, type Row } from 'steward/crud';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { TakesBody } from 'steward/validation';
import { attachmentDocs } from './attachment.docs.js';
import { AttachmentService, type ShownAttachment } from './attachment.service.js';
import type { FileRules } from './file-rules.js';

/**
 * The codes of a resource that its files need: those who may see a row see them, and those who may change it change
 * them.
 */
interface FileCodes {
  detail: string;
  update: string;
}

/**
 * A controller for the files of a resource's rows, to be listed among those of its module, which imports
 * `AttachmentModule`: `GET …/file/:id`, `POST …/file/<kind>/:id?name=`, `GET` and `DELETE …/file/<kind>/:id/:fileId`. The
 * files of a row are deleted with it.
 * @param path of the resource, such as `api/app/machine`
 * @param files which may be attached, by kind: `{ manual: { types: ['application/pdf'], max: 5 * MiB } }`
 * @throws Error for a kind that allows files of no type, or larger ones than can be stored
 */
export function attachmentRoutes<E extends Row>(
  path: string,
  service: Type<CrudService<E>>,
  codes: FileCodes,
  files: Readonly<Record<string, FileRules>>,
): Type {
  const kinds = Object.entries(files);
  for (const [kind, { types, max }] of kinds) {
    if (types.length === 0 || max > MAX_FILE)
      throw new Error(`${path}: ${kind} needs types, and max up to ${MAX_FILE}`);
  }
  const types = [...new Set(kinds.flatMap(([, rules]) => rules.types))];
  const max = Math.max(...kinds.map(([, rules]) => rules.max));
  const members = Object.keys(files);
  const rulesOf = (kind: string): FileRules => {
    const rules = Object.hasOwn(files, kind) ? files[kind] : undefined;
    if (rules === undefined) throw errors.noSuchFile();
    return rules;
  };
  const docs = attachmentDocs(members);

  @Controller(`${path}/file`)
  class AttachmentController implements OnModuleInit {
    constructor(
      private readonly owner: CrudService<Row>,
      private readonly attachments: AttachmentService,
    ) {}

    onModuleInit(): void {
      this.owner.extend({ beforeDelete: (rows, change) => this.attachments.forget(this.owner, rows, members, change) });
    }

    @Permission(codes.detail, docs.list)
    @Get(':id')
    list(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<ShownAttachment[]> {
      return this.attachments.list(this.owner, id, members, caller);
    }

    @Permission(codes.update, docs.add)
    @TakesBody({ type: types, max })
    @Recorded(OperationType.Add)
    @HttpCode(200)
    @Post(':kind/:id')
    addFile(
      @Param('kind') kind: string,
      @Param('id', IdPipe) id: number,
      @Query('name') name: unknown,
      @Headers('content-type') type: string,
      @Body() body: Buffer | string,
      @CurrentCaller() caller: Caller,
    ): Promise<{ id: number }> {
      const file = {
        name: typeof name === 'string' ? name : '',
        type: type.split(';', 1)[0]?.trim().toLowerCase() ?? '',
        content: Buffer.from(body ?? ''),
      };
      return this.attachments.add(this.owner, id, kind, rulesOf(kind), file, caller);
    }

    @Permission(codes.detail, docs.read)
    @Get(':kind/:id/:fileId')
    readFile(
      @Param('kind') kind: string,
      @Param('id', IdPipe) id: number,
      @Param('fileId', IdPipe) fileId: number,
      @CurrentCaller() caller: Caller,
    ): Promise<StreamableFile> {
      rulesOf(kind);
      return this.attachments.read(this.owner, id, kind, fileId, caller);
    }

    @Permission(codes.update, docs.remove)
    @Recorded(OperationType.Delete)
    @HttpCode(200)
    @Delete(':kind/:id/:fileId')
    deleteFile(
      @Param('kind') kind: string,
      @Param('id', IdPipe) id: number,
      @Param('fileId', IdPipe) fileId: number,
      @CurrentCaller() caller: Caller,
    ): Promise<void> {
      rulesOf(kind);
      return this.attachments.remove(this.owner, id, kind, fileId, caller);
    }
  }
  Reflect.defineMetadata(PARAMTYPES_METADATA, [service, AttachmentService], AttachmentController);
  Object.defineProperty(AttachmentController, 'name', {
    value: `${service.name.replace(/Service$/, '')}FileController`,
  });
  return AttachmentController;
}
