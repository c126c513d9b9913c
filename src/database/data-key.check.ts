import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, Like } from 'typeorm';
import { Log } from '../core/log/log.module.js';
import { DataCipher } from './cipher/data-cipher.js';
import { SeedRecord, record } from './seeds/seeds.js';
import { rowLock, type Transaction, transact } from './transaction.js';

/** A record that instances lock one after another, so that only one of them is the first. */
const TURN = 'data.key';

/** Prefix of a record's name, in front of the fingerprint of a key. */
const RECORD = `${TURN}:`;

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
    if (await this.dataSource.manager.existsBy(SeedRecord, { name: own })) return;
    if (await transact(this.dataSource.manager, undefined, (change) => admit(change, own, previous))) return;
    this.log.warn({}, 'DATA_KEY is not the key that this database was used with, so some data is unreadable');
  }
}

/**
 * Records a key, unless others are in use and the previous key is not among them.
 * @returns whether it is recorded
 */
async function admit({ manager }: Transaction, own: string, previous: string | undefined): Promise<boolean> {
  const turn = { name: TURN, createdAt: new Date() };
  await manager.createQueryBuilder().insert().into(SeedRecord).values(turn).orIgnore().execute();
  const records = await manager.find(SeedRecord, { where: { name: Like(`${TURN}%`) }, ...rowLock(manager) });
  const known = records.map(({ name }) => name).filter((name) => name !== TURN);
  if (known.includes(own)) return true;
  if (known.length > 0 && !known.includes(previous ?? '')) return false;
  await record(manager, [own]);
  return true;
}
