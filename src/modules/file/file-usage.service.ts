import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { commitOne, rowLock } from 'steward/database';
import { FileUsage } from './file.entity.js';

/** How much each tenant has stored: a running total, because adding up a million small files would take too long. */
@Injectable()
export class FileUsageService {
  constructor(@InjectRepository(FileUsage) private readonly rows: Repository<FileUsage>) {}

  /** Ensures that a tenant has a row to lock; in a transaction of its own, so that nobody waits for it. */
  async open(tenantId: number): Promise<void> {
    if (await this.rows.existsBy({ tenantId })) return;
    await commitOne(this.rows.manager, undefined, ({ manager }) =>
      manager.createQueryBuilder().insert().into(FileUsage).values({ tenantId, bytes: 0 }).orIgnore().execute(),
    );
  }

  /** Makes other changes to the tenant's files wait until the transaction ends; returns the bytes it has stored. */
  async lock(tenantId: number, manager: EntityManager): Promise<number> {
    const { bytes } = await manager.findOneOrFail(FileUsage, { where: { tenantId }, ...rowLock(manager) });
    return Number(bytes);
  }

  /** Stores a tenant's total, within the transaction that locked it. */
  async set(tenantId: number, bytes: number, manager: EntityManager): Promise<void> {
    await manager.update(FileUsage, { tenantId }, { bytes });
  }
}
