import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Not, Repository } from 'typeorm';
import {
  permissionsOfRoles,
  PLATFORM_TENANT,
  PrincipalService,
  ReachCheck,
  Role,
  SUPER_ADMIN,
  ssoSourceOf,
  Tenant,
  UserRole,
} from 'steward/access';
import { batchesOf, errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { DataCipher, rowLock } from 'steward/database';
import { assertHoldsAll, listOf, objectOf, text, whole } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { assertIssuer } from './issuers.js';
import { type MappedGroup, SsoGroup, SsoProvider } from './sso-provider.entity.js';
import type { UpdateProviderDto } from './sso.dto.js';
import { SsoIdentity } from './sso-identity.entity.js';

/** Place of a client secret for its encryption. */
export const secretPlace = (id: number) => `sso_provider:client_secret:${id}` as const;

/** Identity providers as administrators see them. */
@Injectable()
export class ProviderService extends CrudService<SsoProvider> {
  private readonly issuers: readonly string[];

  constructor(
    @InjectRepository(SsoProvider) rows: Repository<SsoProvider>,
    private readonly principals: PrincipalService,
    private readonly cipher: DataCipher,
    settings: SettingsService,
  ) {
    super(rows, {
      label: 'Identity provider',
      name: 'name',
      filters: ['code', 'name', 'issuer', 'status'],
      duplicate: 'An identity provider with this code exists already',
      added: {
        groups: {
          ...listOf(
            objectOf<MappedGroup>('MappedGroup', {
              name: text('Group, as the provider calls it', 'admins'),
              roleId: whole('Role of its members', 1),
            }),
          ),
          description: 'Which groups have which roles',
        },
      },
    });
    this.issuers = settings.get('sso.issuers');
  }

  protected override async beforeSave(
    draft: SsoProvider,
    before: SsoProvider | undefined,
    change: Change,
    values: Partial<UpdateProviderDto>,
  ): Promise<void> {
    // Stored, encrypted, once the id is known.
    delete (draft as Partial<SsoProvider>).clientSecret;
    assertIssuer(draft.issuer, this.issuers);
    if (before) {
      await this.assertHolds(await rolesOf([before.id], change.manager), change);
      if (draft.status !== 1) await assertNotLast([before], change.manager);
    }
    await this.assertMayMap(draft.tenantId, values.groups ?? [], change);
  }

  protected override async afterSave(
    { id, issuer }: SsoProvider,
    before: SsoProvider | undefined,
    change: Change,
    { clientSecret, groups }: Partial<UpdateProviderDto>,
  ): Promise<void> {
    const { manager } = change;
    if (clientSecret !== undefined) {
      const stored = clientSecret === '' ? '' : this.cipher.encrypt(clientSecret, secretPlace(id));
      await manager.update(SsoProvider, { id }, { clientSecret: stored });
    }
    // Another issuer means other people by the same subjects.
    if (before && before.issuer !== issuer) await this.forget([id], change);
    if (groups === undefined) return;
    await manager.delete(SsoGroup, { providerId: id });
    if (groups.length > 0)
      await manager.insert(
        SsoGroup,
        distinct(groups).map((group) => ({ ...group, providerId: id })),
      );
  }

  protected override async beforeDelete(providers: SsoProvider[], change: Change): Promise<void> {
    const ids = providers.map(({ id }) => id);
    await this.assertHolds(await rolesOf(ids, change.manager), change);
    await assertNotLast(providers, change.manager);
    await this.forget(ids, change);
  }

  protected override async complete(providers: SsoProvider[], manager: EntityManager): Promise<void> {
    const ids = providers.map(({ id }) => id);
    const groups =
      ids.length === 0 ? [] : await manager.find(SsoGroup, { where: { providerId: In(ids) }, order: { id: 'ASC' } });
    for (const provider of providers) {
      const own = groups.filter(({ providerId }) => providerId === provider.id);
      provider.groups = own.map(({ name, roleId }) => ({ name, roleId }));
    }
  }

  /** Removes the people and the roles that come from providers. */
  private async forget(ids: number[], { manager, afterCommit }: Change): Promise<void> {
    const held = await manager.findBy(UserRole, { source: In(ids.map(ssoSourceOf)) });
    await manager.delete(SsoIdentity, { providerId: In(ids) });
    await manager.delete(UserRole, { source: In(ids.map(ssoSourceOf)) });
    const users = new Set(held.map(({ userId }) => userId));
    afterCommit(async () => {
      for (const some of batchesOf([...users])) await Promise.all(some.map((id) => this.principals.userChanged(id)));
    });
  }

  /** Roles must be of the provider's tenant, and nobody gives others what they do not hold themselves. */
  private async assertMayMap(tenantId: number, groups: readonly MappedGroup[], change: Change): Promise<void> {
    const ids = [...new Set(groups.map(({ roleId }) => roleId))];
    const roles = ids.length === 0 ? [] : await change.manager.findBy(Role, { id: In(ids), tenantId });
    const unknown = ids.find((id) => !roles.some((role) => role.id === id));
    if (unknown !== undefined) {
      throw errors.failure(`groups: role ${unknown} does not exist in the provider's tenant`, {
        reason: 'reference',
        member: 'groups',
      });
    }
    if (tenantId === PLATFORM_TENANT.id && roles.some(({ code }) => code === SUPER_ADMIN)) {
      throw errors.failure(`groups: the role ${SUPER_ADMIN} cannot be given by an identity provider`, {
        reason: 'builtIn',
        member: 'groups',
      });
    }
    await this.assertHolds(ids, change);
  }

  /** The provider decides who gets these roles, so their reach must not depend on a department. */
  private async assertHolds(roleIds: number[], change: Change): Promise<void> {
    const permissions = await permissionsOfRoles(roleIds, change.manager);
    assertHoldsAll(change.caller, permissions, 'Giving these roles');
    new ReachCheck(change).ofEverybody(permissions, { member: 'groups' });
  }
}

/** The roles that providers give. */
async function rolesOf(providerIds: number[], manager: EntityManager): Promise<number[]> {
  const groups = await manager.findBy(SsoGroup, { providerId: In(providerIds) });
  return [...new Set(groups.map(({ roleId }) => roleId))];
}

/** @throws AppError code 1 if the users of a tenant that requires single sign-on could not log in any more */
async function assertNotLast(providers: SsoProvider[], manager: EntityManager): Promise<void> {
  for (const tenantId of new Set(providers.map((provider) => provider.tenantId))) {
    // Locked, so that the tenant does not come to rely on the provider meanwhile.
    const tenant = await manager.findOne(Tenant, { where: { id: tenantId }, ...rowLock(manager) });
    if (!tenant?.ssoOnly) continue;
    const ids = providers.map(({ id }) => id);
    if (await manager.existsBy(SsoProvider, { tenantId, status: 1, id: Not(In(ids)) })) continue;
    throw errors.failure(
      `Users of tenant ${tenant.code} log in at an identity provider alone, and this is the last one`,
      {
        reason: 'lastProvider',
      },
    );
  }
}

function distinct(groups: readonly MappedGroup[]): MappedGroup[] {
  return [...new Map(groups.map((group) => [JSON.stringify([group.name, group.roleId]), group])).values()];
}
