import { createHash } from 'node:crypto';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock, errors } from 'steward/core';
import { transact } from 'steward/database';
import { Events } from 'steward/events';
import type { Caller } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { IMAGE_TYPES, ImageBody, type ImageType } from 'steward/validation';
import { FileUsageService } from './file-usage.service.js';
import { StoredFile } from './file.entity.js';

/** Answer of POST /api/file. */
export interface UploadedFile {
  url: string;
}

const NAME = /^([0-9a-f]{64})\.([a-z]+)$/;

const MEDIA_TYPES = Object.fromEntries(Object.entries(IMAGE_TYPES).map(([mediaType, type]) => [type, mediaType]));

/** Uploaded images, stored in the database under the hash of their content. */
@Injectable()
export class FileService {
  /** Bytes for each tenant. */
  private readonly quota: number;

  constructor(
    @InjectRepository(StoredFile) private readonly files: Repository<StoredFile>,
    private readonly usage: FileUsageService,
    private readonly clock: Clock,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    this.quota = settings.get('file.quota');
  }

  /**
   * Stores an image for the caller's tenant, only once no matter how often it is uploaded.
   * @throws AppError 400 for a body that is not an image, and code 1 if it would exceed the tenant's quota
   */
  async upload(body: unknown, { userId, tenantId, lifetime }: Caller): Promise<UploadedFile> {
    if (!(body instanceof ImageBody)) throw errors.notAnImage();
    const { type, size, content } = body;
    const hash = createHash('sha256').update(content).digest('hex');
    const url = `/api/file/${hash}.${type}`;
    await this.usage.open(tenantId);
    await transact(this.files.manager, lifetime, async ({ manager, afterCommit }) => {
      const bytes = await this.usage.lock(tenantId, manager);
      const now = this.clock.date();
      const { affected } = await manager.update(StoredFile, { tenantId, hash }, { unusedSince: now });
      if (affected !== 0) return;
      if (bytes + size > this.quota) throw errors.failure(`The tenant's files may have ${this.quota} bytes in all`);
      await manager.insert(StoredFile, { tenantId, hash, type, size, content, unusedSince: now, createdAt: now });
      await this.usage.set(tenantId, bytes + size, manager);
      afterCommit(() => this.events.emit('file.added', { url, type, size, tenantId, actorId: userId }));
    });
    return { url };
  }

  /** @throws AppError 404 if there is no such file */
  async read(name: string): Promise<StreamableFile> {
    const [, hash, type] = NAME.exec(name) ?? [];
    const where = { hash, type: type as ImageType };
    const file = hash && (await this.files.findOne({ where, select: { id: true, content: true } }));
    if (!file) throw errors.noSuchFile();
    return new StreamableFile(file.content, { type: MEDIA_TYPES[where.type], length: file.content.length });
  }
}
