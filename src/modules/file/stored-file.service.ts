import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from 'steward/access';
import { errors } from 'steward/core';
import { type Change, CrudService, type Key } from 'steward/crud';
import { type Caller, text } from 'steward/http';
import { FileUsageService } from './file-usage.service.js';
import { FileUsesService } from './file-uses.service.js';
import { StoredFile } from './file.entity.js';
import { urlOf } from './file.service.js';

/** The files of a tenant, for its administrators. */
@Injectable()
export class StoredFileService extends CrudService<StoredFile> {
  constructor(
    @InjectRepository(StoredFile) rows: Repository<StoredFile>,
    private readonly usage: FileUsageService,
    private readonly uses: FileUsesService,
  ) {
    super(rows, {
      label: 'File',
      filters: ['createdBy', 'hash'],
      // The order of an index that a time range can use as well.
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      references: { createdBy: { entity: User, label: 'username' } },
      added: { url: text('Path of the image on this service', `/api/file/${'0123456789abcdef'.repeat(4)}.png`) },
    });
  }

  /**
   * Deletes a file that nothing of its tenant refers to, and makes room for others.
   * @throws AppError code 1 for a file that is in use, with the places
   */
  override async delete(id: Key, caller: Caller): Promise<void> {
    const file = await this.detail(id, caller);
    const places = await this.uses.of(file, caller);
    if (places.length > 0) throw errors.failure(`The file is in use: ${places.join(', ')}`, { reason: 'fileInUse' });
    await super.delete(id, caller);
  }

  protected override async complete(rows: StoredFile[]): Promise<void> {
    for (const row of rows) Object.assign(row, { url: urlOf(row) });
  }

  /** Locks the tenant's total before the row, as an upload does. */
  protected override async lock(ids: Key[], change: Change): Promise<StoredFile[]> {
    const files = await this.byKeys(
      ids.map((id) => this.resource.key.parse(id)),
      this.visible(change.manager, change.caller),
    ).getMany();
    const tenants = [...new Set(files.map(({ tenantId }) => tenantId))].sort((a, b) => a - b);
    for (const tenantId of tenants) await this.usage.lock(tenantId, change.manager);
    return super.lock(ids, change);
  }

  protected override async beforeDelete(files: StoredFile[], { manager }: Change): Promise<void> {
    for (const { tenantId, size } of files) {
      await this.usage.set(tenantId, (await this.usage.lock(tenantId, manager)) - size, manager);
    }
  }
}
