import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { type AppError, Clock, errors } from 'steward/core';
import { rowLock } from 'steward/database';
import { ReadCache } from 'steward/kv';
import { PLATFORM_TENANT, Tenant } from './tenant.entity.js';

/** How long a tenant is cached. */
const CACHE_MS = 60_000;

/** What logins need to know of a tenant. */
export interface TenantState {
  id: number;
  code: string;
  status: number;
  /** Milliseconds since the epoch; null = never. */
  expireAt: number | null;
}

/** Why nobody of a tenant may log in or go on. */
type TenantBar = 'tenantDisabled' | 'tenantExpired';

const PLATFORM: TenantState = { ...PLATFORM_TENANT, status: 1, expireAt: null };

/** Reads tenants, through a cache of 60 seconds. */
@Injectable()
export class TenantAccessService {
  constructor(
    @InjectRepository(Tenant) private readonly tenants: Repository<Tenant>,
    private readonly cache: ReadCache,
    private readonly clock: Clock,
  ) {}

  /** Id of the tenant with this code, undefined where there is none. */
  async idOfCode(code: string): Promise<number | undefined> {
    if (code === PLATFORM_TENANT.code) return PLATFORM_TENANT.id;
    const tenant = await this.tenants.findOne({ where: { code }, select: { id: true, code: true } });
    // MySQL ignores trailing blanks when it compares; codes compare exactly on every database.
    return tenant?.code === code ? tenant.id : undefined;
  }

  /** The tenant's state as cached; null where there is no such tenant. */
  async find(id: number): Promise<TenantState | null> {
    if (id === PLATFORM_TENANT.id) return PLATFORM;
    return this.cache.wrap(cacheKey(id), '', CACHE_MS, async () => {
      const tenant = await this.tenants.findOneBy({ id });
      return tenant && stateOf(tenant);
    });
  }

  /**
   * Lets nobody of a disabled or expired tenant pass: of a tenant that is both, disabled is said.
   * @throws AppError 1006 or 1005
   */
  async assertUsable(id: number): Promise<void> {
    const refusal = this.refusal(await this.find(id));
    if (refusal) throw refusal;
  }

  /**
   * What keeps users of the tenant from going on, undefined for nothing: asked with every request, so from the cache, and
   * by the clock.
   */
  async barredBy(id: number): Promise<TenantBar | undefined> {
    return id === PLATFORM_TENANT.id ? undefined : this.barOf(await this.find(id));
  }

  /**
   * Looks at a tenant once more and locks it until the transaction ends: a change that disables it waits, and then ends
   * the new session with the others.
   * @throws AppError 1006 or 1005 when it was disabled or expired since it was cached
   */
  async recheck(id: number, manager: EntityManager): Promise<void> {
    if (id === PLATFORM_TENANT.id) return;
    const tenant = await manager.findOne(Tenant, { where: { id }, ...rowLock(manager) });
    const refusal = this.refusal(tenant && stateOf(tenant));
    if (refusal) throw refusal;
  }

  /** Makes a change effective at once on this instance. */
  forget(id: number): Promise<void> {
    return this.cache.forget(cacheKey(id));
  }

  private refusal(tenant: TenantState | null): AppError | undefined {
    const bar = this.barOf(tenant);
    return bar && errors[bar]();
  }

  private barOf(tenant: TenantState | null): TenantBar | undefined {
    if (tenant?.status !== 1) return 'tenantDisabled';
    const expired = tenant.expireAt !== null && tenant.expireAt <= this.clock.now();
    return expired ? 'tenantExpired' : undefined;
  }
}

function stateOf({ id, code, status, expireAt }: Tenant): TenantState {
  return { id, code, status, expireAt: expireAt?.getTime() ?? null };
}

function cacheKey(id: number): string {
  return `tenant:${id}`;
}

/** @throws AppError code 1 when a row is to belong to a tenant that is not there */
export async function assertTenantExists(id: number, manager: EntityManager): Promise<void> {
  if (id === PLATFORM_TENANT.id) return;
  // Locked, so that it is not deleted before the row is there.
  if (await manager.findOne(Tenant, { where: { id }, ...rowLock(manager) })) return;
  throw errors.failure('tenantId does not exist');
}
