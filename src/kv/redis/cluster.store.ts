import { RedisStore } from './redis.store.js';

/** {@link RedisStore} on Redis Cluster: no command names keys of two slots. */
export class ClusterStore extends RedisStore {
  override async delete(...keys: string[]): Promise<void> {
    await this.together(() => keys.map((key) => this.client.del(key)));
  }

  /** A key that many requests read at once, such as the generation, is read once. */
  protected override async readAll(keys: string[]): Promise<(string | null)[]> {
    const distinct = [...new Set(keys)];
    const values = await this.together(() => distinct.map((key) => this.client.get(key)));
    const found = new Map(distinct.map((key, i) => [key, values[i]]));
    return keys.map((key) => found.get(key) ?? null);
  }
}
