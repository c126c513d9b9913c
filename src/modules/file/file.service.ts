import { createHash } from 'node:crypto';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, type FindOptionsWhere, IsNull, In, MoreThan, Not, Repository } from 'typeorm';
import { Clock, errors } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { commitOne, transact } from 'steward/database';
import { Events } from 'steward/events';
import { type Caller, type Client, readerOf } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { IMAGE_TYPES, ImageBody, type ImageType } from 'steward/validation';
import { FileUsageService } from './file-usage.service.js';
import { FileUsesService } from './file-uses.service.js';
import { StoredFile } from './file.entity.js';
import { StoredBytes } from './stored-bytes.js';

/** Answer of POST /api/file. */
export interface UploadedFile {
  url: string;
}

const NAME = /^([0-9a-f]{64})\.([a-z]+)$/;

const MEDIA_TYPES = Object.fromEntries(Object.entries(IMAGE_TYPES).map(([mediaType, type]) => [type, mediaType]));

/** The least allowance of each user for files that nothing refers to, in bytes, if the quota allows it. */
const LEAST_ALLOWANCE = 5 * 1_048_576;

/** Rows read per query. */
const BATCH = 500;

/** Uploaded images, stored in the database under the hash of their content. */
@Injectable()
export class FileService {
  /** Bytes for each tenant. */
  private readonly quota: number;
  /** Bytes for each user, in files that nothing refers to. */
  private readonly allowance: number;

  constructor(
    @InjectRepository(StoredFile) private readonly files: Repository<StoredFile>,
    private readonly usage: FileUsageService,
    private readonly uses: FileUsesService,
    private readonly bytes: StoredBytes,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    this.quota = settings.get('file.quota');
    this.allowance = Math.max(this.quota / 10, LEAST_ALLOWANCE);
  }

  /**
   * Stores an image for the caller's tenant, only once no matter how often it is uploaded.
   * @throws AppError 400 for a body that is not an image, and code 1 if it would exceed the tenant's quota or the
   *   caller's allowance for files that nothing refers to
   */
  async upload(body: unknown, caller: Caller): Promise<UploadedFile> {
    if (!(body instanceof ImageBody)) throw errors.notAnImage();
    const hash = createHash('sha256').update(body.content).digest('hex');
    await this.usage.open(caller.tenantId);
    if (!(await this.store(body, hash, caller))) {
      // A file that the user refers to by now is marked as used only by the next clean-up.
      await this.reads.bulk(readerOf(caller), () => this.markUsed(caller));
      if (!(await this.store(body, hash, caller))) throw this.tooMuchUnused();
    }
    return { url: urlOf({ hash, type: body.type }) };
  }

  /** @returns false if the user would exceed the allowance for files that nothing is known to refer to */
  private store({ type, size, content }: ImageBody, hash: string, caller: Caller): Promise<boolean> {
    const { userId, tenantId, gate } = caller;
    return transact(this.files.manager, gate, async ({ manager, afterCommit }) => {
      const bytes = await this.usage.lock(tenantId, manager);
      const now = this.clock.date();
      afterCommit(() => this.reads.changed(this.files.metadata.tableName));
      const { affected } = await manager.update(StoredFile, { tenantId, hash }, { unusedSince: now });
      if (affected !== 0) return true;
      if (bytes + size > this.quota)
        throw errors.failure(`The tenant's files may have ${this.quota} bytes in all`, { reason: 'quota' });
      if ((await unusedBytes(caller, manager)) + size > this.allowance) return false;
      const times = { unusedSince: now, createdAt: now };
      await manager.insert(StoredFile, { tenantId, hash, type, size, content, ...times, createdBy: userId });
      await this.usage.set(tenantId, bytes + size, manager);
      afterCommit(() =>
        this.events.emit('file.added', { url: urlOf({ hash, type }), type, size, tenantId, actorId: userId }),
      );
      return true;
    });
  }

  /** Marks the caller's files that something refers to as used. */
  private async markUsed({ userId, tenantId, gate }: Caller): Promise<void> {
    const shouldContinue = async () => {
      gate?.signal.throwIfAborted();
      return true;
    };
    const used = await this.uses.all(shouldContinue);
    for (let after = 0; await shouldContinue();) {
      const batch = await this.files.find({
        select: { id: true, hash: true },
        where: { id: MoreThan(after), ...unusedOf({ userId, tenantId }) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      const found = batch.filter(({ hash }) => used?.has(hash)).map(({ id }) => id);
      if (found.length > 0) {
        await commitOne(this.files.manager, gate, ({ manager }) =>
          manager.update(StoredFile, { id: In(found) }, { unusedSince: null }),
        );
      }
      if (batch.length < BATCH) return;
      after = batch.at(-1)?.id ?? after;
    }
  }

  private tooMuchUnused(): Error {
    const mebibytes = Math.floor(this.allowance / 1_048_576);
    return errors.failure(
      `You have uploaded ${mebibytes} MiB of images that are not in use. Use some, or ask an administrator to delete them`,
    );
  }

  /**
   * An image.
   * @throws AppError 404 if there is no such file
   */
  async read(name: string, { gate }: Client): Promise<StreamableFile> {
    const [, hash, type = ''] = NAME.exec(name) ?? [];
    const options = { type: MEDIA_TYPES[type] };
    const file = hash && (await this.bytes.send(StoredFile, { hash, type: type as ImageType }, gate, options));
    if (!file) throw errors.noSuchFile();
    return file;
  }
}

/** The path of a file on this service. */
export function urlOf({ hash, type }: Pick<StoredFile, 'hash' | 'type'>): string {
  return `/api/file/${hash}.${type}`;
}

function unusedOf({ userId, tenantId }: Pick<Caller, 'userId' | 'tenantId'>): FindOptionsWhere<StoredFile> {
  return { tenantId, createdBy: userId, unusedSince: Not(IsNull()) };
}

async function unusedBytes(caller: Caller, manager: EntityManager): Promise<number> {
  return (await manager.sum(StoredFile, 'size', unusedOf(caller))) ?? 0;
}
