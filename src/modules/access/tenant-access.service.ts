import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { type AppError, Clock, errors } from 'steward/core';
import { rowLock } from 'steward/database';
import { ReadCache } from 'steward/kv';
import { PLATFORM_TENANT, Tenant } from './tenant.entity.js';

/** How long a tenant is cached. */
const CACHE_MS = 60_000;

/** The cache's key for the tenants that show themselves on their login pages. */
const SHOWN = 'tenants shown';

/** The facts about a tenant that logins need. */
export interface TenantState {
  id: number;
  code: string;
  status: number;
  /** Milliseconds since the epoch; null = never. */
  expireAt: number | null;
  /** Whether its users must have a second factor. */
  mfaRequired: boolean;
  /** Whether its users log in at an identity provider alone. */
  ssoOnly: boolean;
}

/** The name and logo on a tenant's login page; both are empty if it shows neither. */
export interface TenantLogin {
  name: string;
  logo: string;
}

/** Why users of a tenant may neither log in nor continue. */
type TenantBar = 'tenantDisabled' | 'tenantExpired';

const PLATFORM: TenantState = { ...PLATFORM_TENANT, status: 1, expireAt: null, mfaRequired: false, ssoOnly: false };

/** Reads tenants, through a cache of 60 seconds. */
@Injectable()
export class TenantAccessService {
  constructor(
    @InjectRepository(Tenant) private readonly tenants: Repository<Tenant>,
    private readonly cache: ReadCache,
    private readonly clock: Clock,
  ) {}

  /** Id of the tenant with this code; undefined if there is none. */
  async idOfCode(code: string): Promise<number | undefined> {
    if (code === PLATFORM_TENANT.code) return PLATFORM_TENANT.id;
    const tenant = await this.tenants.findOne({ where: { code }, select: { id: true, code: true } });
    // MySQL ignores trailing spaces in comparisons; codes must match exactly on every database.
    return tenant?.code === code ? tenant.id : undefined;
  }

  /** The tenant's state as cached; null if there is no such tenant. */
  async find(id: number): Promise<TenantState | null> {
    if (id === PLATFORM_TENANT.id) return PLATFORM;
    return this.cache.wrap(cacheKey(id), '', CACHE_MS, async () => {
      const tenant = await this.tenants.findOneBy({ id });
      return tenant && stateOf(tenant);
    });
  }

  /** Whether the users of a tenant log in at an identity provider alone; a change is known within 60 seconds. */
  async isSsoOnly(id: number): Promise<boolean> {
    return (await this.find(id))?.ssoOnly ?? false;
  }

  /**
   * Refuses users of a disabled or expired tenant; one that is both is reported as disabled.
   * @throws AppError 1006 or 1005
   */
  async assertUsable(id: number): Promise<void> {
    const refusal = this.refusal(await this.find(id));
    if (refusal) throw refusal;
  }

  /**
   * The reason why users of the tenant may not continue; undefined if there is none. Called for every request, so it
   * reads the cached state and compares it with the clock.
   */
  async barredBy(id: number): Promise<TenantBar | undefined> {
    return id === PLATFORM_TENANT.id ? undefined : this.barOf(await this.find(id));
  }

  /**
   * Reads a tenant again and locks it until the transaction ends: a change that disables it waits, and then ends the
   * new session along with the others.
   * @throws AppError 1006 or 1005 if it has been disabled or has expired since it was cached
   */
  async recheck(id: number, manager: EntityManager): Promise<void> {
    if (id === PLATFORM_TENANT.id) return;
    const tenant = await manager.findOne(Tenant, { where: { id }, ...rowLock(manager) });
    const refusal = this.refusal(tenant && stateOf(tenant));
    if (refusal) throw refusal;
  }

  /**
   * The name and logo on the login page of the tenant with this code. Every other code has the same answer, whether it
   * is unknown or that of a tenant that is disabled, has expired or shows nothing; nor does the time differ, because no
   * code is looked up in the database.
   */
  async loginOf(code: string): Promise<TenantLogin> {
    const shown = await this.cache.wrap(SHOWN, '', CACHE_MS, () => this.shown());
    const tenant = shown.find((one) => one.code === code && this.barOf(one) === undefined);
    return { name: tenant?.name ?? '', logo: tenant?.logo ?? '' };
  }

  /** Makes a change effective at once on this instance. */
  async forget(id: number): Promise<void> {
    await Promise.all([this.cache.forget(cacheKey(id)), this.cache.forget(SHOWN)]);
  }

  private async shown(): Promise<(TenantState & TenantLogin)[]> {
    const tenants = await this.tenants.findBy({ loginShown: true });
    return tenants.map((tenant) => ({ ...stateOf(tenant), name: tenant.name, logo: tenant.logo }));
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

function stateOf({ id, code, status, expireAt, mfaRequired, ssoOnly }: Tenant): TenantState {
  return { id, code, status, expireAt: expireAt?.getTime() ?? null, mfaRequired, ssoOnly };
}

function cacheKey(id: number): string {
  return `tenant:${id}`;
}

/** @throws AppError code 1 if a row is to belong to a tenant that does not exist */
export async function assertTenantExists(id: number, manager: EntityManager): Promise<void> {
  if (id === PLATFORM_TENANT.id) return;
  // Locked, so that it is not deleted before the row is stored.
  if (await manager.findOne(Tenant, { where: { id }, ...rowLock(manager) })) return;
  throw errors.failure('tenantId does not exist', { reason: 'reference', member: 'tenantId' });
}
