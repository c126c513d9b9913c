import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, computed, toValue } from 'vue';
import { c } from '@/text/common.text';
import { type Schemas, api } from './client';
import { permissions } from './permissions';
import { can, session } from './session';

/** How long lists of choices are considered fresh; changes in this tab take effect at once. */
const STALE_MS = 30_000;

/** The tenant that the platform's own rows belong to. */
export const PLATFORM_ID = 0;

/** Whether the user belongs to the platform, and so sees the rows of all tenants. */
export function ofPlatform(): boolean {
  return session.user?.tenantId === PLATFORM_ID;
}

/**
 * The roles that the user may choose from, with their names by id; none without the permission to list them.
 * @param wanted whether they are needed yet: a table is shown before the names in it are looked up
 */
export function useRoles(wanted: MaybeRefOrGetter<boolean> = true) {
  const { data } = useQuery({
    queryKey: ['/api/role/list'],
    queryFn: ({ signal }) => api.get('/api/role/list', { signal }),
    staleTime: STALE_MS,
    enabled: computed(() => toValue(wanted) && can(permissions.sysRoleList)),
  });
  const roles = computed<Schemas['Role'][]>(() => data.value ?? []);
  return { roles, names: computed(() => new Map(roles.value.map(({ id, name }) => [id, name]))) };
}

/**
 * The platform and the tenants to choose from, and their names by id; only the platform for users of a tenant, and for
 * those without the permission to list tenants.
 * @param wanted as in {@link useRoles}
 */
export function useTenants(wanted: MaybeRefOrGetter<boolean> = true) {
  const enabled = ofPlatform() && can(permissions.sysTenantList);
  const { data } = useQuery({
    queryKey: ['/api/tenant/list'],
    queryFn: ({ signal }) => api.get('/api/tenant/list', { signal }),
    staleTime: STALE_MS,
    enabled: computed(() => toValue(wanted) && enabled),
  });
  const options = computed(() => [
    { value: PLATFORM_ID, label: c.platform },
    ...(data.value ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })),
  ]);
  const names = computed(() => new Map(options.value.map(({ value, label }) => [value, label])));
  return { enabled, options, nameOf: (id: number) => names.value.get(id) ?? String(id) };
}

/** A department with those below it. */
export type DeptBranch = Schemas['Dept'] & { children: DeptBranch[] };

/**
 * All departments of a tenant as a tree; none for users who may not list them.
 * @param tenantId only matters to callers of the platform, who see the departments of every tenant
 * @param wanted as in {@link useRoles}
 */
export function useDeptTree(tenantId: MaybeRefOrGetter<number | undefined>, wanted: MaybeRefOrGetter<boolean> = true) {
  const tenant = computed(() => (ofPlatform() ? (toValue(tenantId) ?? PLATFORM_ID) : session.user?.tenantId));
  return useQuery({
    queryKey: computed(() => ['/api/dept/tree', tenant.value]),
    queryFn: ({ signal }) =>
      api.get('/api/dept/tree', {
        params: { query: { tenantId: tenant.value } },
        signal,
      }) as unknown as Promise<DeptBranch[]>,
    enabled: computed(() => toValue(wanted) && can(permissions.sysDeptList)),
  });
}
