import { Injectable, type StreamableFile } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Clock, errors } from 'steward/core';
import type { Change, CrudService, Row } from 'steward/crud';
import type { Caller } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { FileUsageService } from '../file/file-usage.service.js';
import { StoredBytes } from '../file/stored-bytes.js';
import { Attachment } from './attachment.entity.js';
import { type FileRules, isOfType } from './file-rules.js';

/** An attachment as the API shows it. */
export type ShownAttachment = Pick<Attachment, 'id' | 'name' | 'type' | 'size' | 'addedAt' | 'addedBy'> & {
  /** Its kind, such as `manual`. */
  member: string;
};

/** The service of the rows that the files are attached to. */
type FileOwner = CrudService<Row>;

/** A file as a client sends it. */
interface SentFile {
  name: string;
  type: string;
  content: Buffer;
}

/** The columns that lists read: on SQLite, any column after the content costs reading the content. */
const SHOWN = { id: true, place: true, name: true, type: true, size: true, addedAt: true, addedBy: true } as const;

/** Longest name of a file, in characters. */
const MAX_NAME = 255;

/**
 * The files of rows. Callers who may see a row may read its files; each kind of file has rules for what may be
 * attached. They count against the storage of the row's tenant.
 */
@Injectable()
export class AttachmentService {
  private readonly quota: number;

  constructor(
    @InjectRepository(Attachment) private readonly files: Repository<Attachment>,
    private readonly usage: FileUsageService,
    private readonly bytes: StoredBytes,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.quota = settings.get('file.quota');
  }

  /** The files of a row, in the order in which they were added. */
  async list(owner: FileOwner, rowId: number, members: readonly string[], caller: Caller): Promise<ShownAttachment[]> {
    await owner.detail(rowId, caller);
    const places = In(members.map((member) => placeOf(owner, member)));
    const found = await this.files.find({
      select: SHOWN,
      where: { place: places, rowId },
      order: { id: 'ASC' },
    });
    return found.map(({ place, ...file }) => ({ ...file, member: place.slice(place.indexOf('.') + 1) }));
  }

  /**
   * Attaches a file to a row.
   * @throws AppError code 1 for a file that the rules do not allow, and if the tenant's storage is full
   */
  async add(
    owner: FileOwner,
    rowId: number,
    member: string,
    rules: FileRules,
    file: SentFile,
    caller: Caller,
  ): Promise<{ id: number }> {
    const { name, type, content } = file;
    assertAllowed(file, rules);
    const { tenantId = caller.tenantId } = (await owner.detail(rowId, caller)) as { tenantId?: number };
    await this.usage.open(tenantId);
    return owner.changeBeside(rowId, caller, async (_row, { manager }) => {
      const bytes = await this.usage.lock(tenantId, manager);
      if (bytes + content.length > this.quota) {
        throw errors.failure(`The tenant's files may have ${this.quota} bytes in all`, { reason: 'quota' });
      }
      const place = placeOf(owner, member);
      if (rules.most !== undefined && (await manager.countBy(Attachment, { place, rowId })) >= rules.most) {
        throw errors.failure(`A row has at most ${rules.most} files as ${member}`, {
          reason: 'maxItems',
          limit: rules.most,
        });
      }
      const stamp = { addedAt: this.clock.date(), addedBy: caller.userId };
      const added = { tenantId, place, rowId, name, type, size: content.length, content, ...stamp };
      const { identifiers } = await manager.insert(Attachment, added);
      await this.usage.set(tenantId, bytes + content.length, manager);
      return { id: Number(identifiers[0]?.id) };
    });
  }

  /** @throws AppError 404 if the row has no such file */
  async read(owner: FileOwner, rowId: number, member: string, id: number, caller: Caller): Promise<StreamableFile> {
    await owner.detail(rowId, caller);
    const where = { id, rowId, place: placeOf(owner, member) };
    const found = await this.files.findOne({ select: { name: true }, where });
    const disposition = `attachment; filename*=UTF-8''${encoded(found?.name ?? '')}`;
    // Not as its media type: a browser must not show what somebody has uploaded as if it were part of the console.
    const options = { type: 'application/octet-stream', disposition };
    const file = found && (await this.bytes.send(Attachment, where, caller.gate, options));
    if (!file) throw errors.noSuchFile();
    return file;
  }

  /** @throws AppError 404 if the row has no such file */
  async remove(owner: FileOwner, rowId: number, member: string, id: number, caller: Caller): Promise<void> {
    await owner.changeBeside(rowId, caller, async (_row, change) => {
      const removed = await this.removeSome({ id, rowId, place: placeOf(owner, member) }, change);
      if (removed === 0) throw errors.noSuchFile();
    });
  }

  /** Removes the files of rows that are being deleted. */
  async forget(owner: FileOwner, rows: readonly Row[], members: readonly string[], change: Change): Promise<void> {
    const place = In(members.map((member) => placeOf(owner, member)));
    await this.removeSome({ place, rowId: In(rows.map(({ id }) => Number(id))) }, change);
  }

  private async removeSome(where: object, { manager }: Change): Promise<number> {
    const found = await manager.find(Attachment, { select: { id: true, tenantId: true, size: true }, where });
    if (found.length === 0) return 0;
    for (const tenantId of new Set(found.map((file) => file.tenantId))) {
      const own = found.filter((file) => file.tenantId === tenantId);
      const bytes = await this.usage.lock(tenantId, manager);
      const freed = own.reduce((sum, { size }) => sum + size, 0);
      await manager.delete(Attachment, { id: In(own.map(({ id }) => id)) });
      await this.usage.set(tenantId, bytes - freed, manager);
    }
    return found.length;
  }
}

/** Where the files of a table are: its name, and their kind. */
function placeOf(owner: FileOwner, member: string): string {
  return `${owner.describe().entity.tableName}.${member}`;
}

function assertAllowed({ name, type, content }: SentFile, { types, max }: FileRules): void {
  // eslint-disable-next-line no-control-regex -- they would end the header that names the file
  if (name === '' || name.length > MAX_NAME || /[\u0000-\u001f\u007f/\\]/.test(name)) {
    throw errors.failure(`name must be that of a file, with at most ${MAX_NAME} characters`, {
      reason: 'format',
      member: 'name',
    });
  }
  if (!types.includes(type)) throw errors.notOfType([...types]);
  if (content.length === 0) throw errors.failure('The file is empty', { reason: 'required' });
  if (content.length > max)
    throw errors.failure(`The file may have at most ${max} bytes`, { reason: 'tooLarge', limit: max });
  if (!isOfType(content, type)) throw errors.failure(`The file is not of the type ${type}`, { reason: 'format' });
}

/** A text within a header: RFC 8187. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
