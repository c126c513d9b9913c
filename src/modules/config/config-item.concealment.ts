import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { isSecretName } from 'steward/core';
import type { Concealment, StewardRequest } from 'steward/http';
import { ConfigItem } from './config.entity.js';

/** Keeps the value of an item out of the operation log if its key, sent or stored, is the name of a secret. */
@Injectable()
export class ConfigItemConcealment implements Concealment {
  constructor(@InjectRepository(ConfigItem) private readonly rows: Repository<ConfigItem>) {}

  async membersOf({ body }: StewardRequest): Promise<readonly string[]> {
    const { id, key } = (body ?? {}) as { id?: unknown; key?: unknown };
    const keys = [key, await this.storedKey(id)];
    return keys.some((name) => typeof name === 'string' && isSecretName(name)) ? ['value'] : [];
  }

  private async storedKey(id: unknown): Promise<string | undefined> {
    // An id sent as a string is refused, but the value sent with it is no less secret.
    const number = typeof id === 'string' ? Number(id) : id;
    if (!Number.isSafeInteger(number)) return undefined;
    const item = await this.rows.findOne({ select: { key: true }, where: { id: number as number } });
    return item?.key;
  }
}
