import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, Like } from 'typeorm';
import { Log } from '../../core/log/log.module.js';
import { SeedRecord } from '../seeds/seeds.js';
import { DataCipher } from './data-cipher.js';

/** Prefix of a record's name, in front of the fingerprint of a key. */
const RECORD = 'data.key:';

/**
 * Warns at the start if this instance's data key differs from the one that the others use. The database keeps a
 * fingerprint of every key that has been in use, which does not reveal the key.
 */
@Injectable()
export class DataKeyCheck implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const [own, previous] = this.cipher.fingerprints.map((fingerprint) => fingerprint && RECORD + fingerprint);
    if (own === undefined) return;
    const { manager } = this.dataSource;
    const known = (await manager.findBy(SeedRecord, { name: Like(`${RECORD}%`) })).map(({ name }) => name);
    if (known.includes(own)) return;
    if (known.length > 0 && !known.includes(previous ?? '')) {
      return this.log.warn({}, 'DATA_KEY is not the key that this database was used with, so some data is unreadable');
    }
    await manager
      .createQueryBuilder()
      .insert()
      .into(SeedRecord)
      .values({ name: own, createdAt: new Date() })
      .orIgnore()
      .execute();
  }
}
