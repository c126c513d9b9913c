import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, StreamableFile, type Type } from '@nestjs/common';
import type { StreamableFileOptions } from '@nestjs/common/file-stream/interfaces/index.js';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { FairQueue } from 'steward/core';
import type { CommitGate } from 'steward/database';

/** Bytes of a file that are read at once. */
const SLICE = 65_536;

/** Slices that are read at the same time. */
const SLICES_AT_ONCE = 4;

/** A row with the content of a file. */
interface StoredContent {
  id: number;
  /** Bytes. */
  size: number;
  content: Buffer;
}

/**
 * Sends files from the database as fast as their clients take them: many clients that do not read must not fill the
 * memory.
 */
@Injectable()
export class StoredBytes {
  /** Clients that are sent files take turns. */
  private readonly sending = new FairQueue({ slots: SLICES_AT_ONCE });

  constructor(private readonly db: DataSource) {}

  /** @returns undefined if there is no such file */
  async send<E extends StoredContent>(
    entity: Type<E>,
    where: FindOptionsWhere<E>,
    gate: CommitGate | undefined,
    options: StreamableFileOptions,
  ): Promise<StreamableFile | undefined> {
    const parties = gate?.parties ?? [];
    const inTurn = (of: FindOptionsWhere<E>, offset: number, signal?: AbortSignal) =>
      this.sending.run(parties, signal, async () => {
        // SQLite answers at once: without a pause, a client that reads fast would get file after file before the others.
        await turn();
        return this.slice(entity, of, offset);
      });
    const first = await inTurn(where, 0, gate?.signal);
    if (!first) return undefined;
    const following = (offset: number) => inTurn({ id: first.id } as FindOptionsWhere<E>, offset);
    return new StreamableFile(Readable.from(slicesFrom(first, following)), { ...options, length: first.size });
  }

  /** The bytes of a file from an offset on, at most 64 KiB. */
  private slice<E extends StoredContent>(
    entity: Type<E>,
    where: FindOptionsWhere<E>,
    offset: number,
  ): Promise<StoredContent | undefined> {
    return this.db.manager
      .createQueryBuilder(entity, 'file')
      .select(['file.id AS id', 'file.size AS size'])
      .addSelect('SUBSTR(file.content, :from, :length)', 'content')
      .where(where)
      .setParameters({ from: offset + 1, length: SLICE })
      .limit(1)
      .getRawOne<StoredContent>();
  }
}

async function* slicesFrom(
  { size, content }: StoredContent,
  following: (offset: number) => Promise<StoredContent | undefined>,
): AsyncIterable<Buffer> {
  yield content;
  for (let offset = content.length; offset < size; offset += SLICE) {
    const next = await following(offset);
    if (!next) throw new Error('The file was removed while it was being sent');
    yield next.content;
  }
}
