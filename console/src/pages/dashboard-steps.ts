import { useQueries } from '@tanstack/vue-query';
import { computed } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { api, callPath } from '@/api/client';
import { type Permission, permissions } from '@/api/permissions';
import { can, pathOf, session } from '@/api/session';
import { site } from '@/api/site';
import { ADD_HASH } from '@/kit/crud/address';
import { t } from './dashboard-start.text';

/** The name that a new site has. */
const FIRST_NAME = 'Steward';

/** How long a finished step is not checked again, in milliseconds; an unfinished one is always checked. */
const DONE_MS = 60_000;

/** Something to do in a new installation. */
interface Step {
  name: string;
  to: RouteLocationRaw;
  /** Asks the service whether the step is done, by the smallest page that tells. */
  isDone: (signal: AbortSignal) => Promise<boolean>;
}

/** The first steps that the user may take, and whether each is done; undefined while that is not known. */
export function useSteps() {
  const steps = firstSteps();
  const answers = useQueries({
    queries: steps.map(({ name, isDone }) => ({
      queryKey: ['getting started', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => isDone(signal),
      staleTime: ({ state }: { state: { data: boolean | undefined } }) => (state.data === true ? DONE_MS : 0),
    })),
  });
  return computed(() => {
    if (answers.value.some(({ data }) => data === undefined)) return undefined;
    return steps.map((step, index) => ({ ...step, done: answers.value[index]?.data === true }));
  });
}

/** The steps that the user may take, of which the password alone would not be worth a list. */
function firstSteps(): Step[] {
  const steps: Step[] = [];
  const add = (component: string, codes: readonly Permission[], step: (path: string) => Step) => {
    const path = pathOf(component);
    if (path !== undefined && codes.every((code) => can(code))) steps.push(step(path));
  };
  add('system/web', [permissions.sysConfigWebSave], (to) => ({
    name: t.site,
    to,
    isDone: () => Promise.resolve(site.value?.siteName !== FIRST_NAME),
  }));
  add('access/tenant', [permissions.sysTenantAdd, permissions.sysTenantPage], (path) => ({
    name: t.tenant,
    to: { path, hash: ADD_HASH },
    isDone: (signal) => hasMore('/api/tenant', 0, signal),
  }));
  // A role and a user are there from the beginning.
  add('access/role', [permissions.sysRoleAdd, permissions.sysRolePage], (path) => ({
    name: t.role,
    to: { path, hash: ADD_HASH },
    isDone: (signal) => hasMore('/api/role', 1, signal),
  }));
  add('access/user', [permissions.sysUserAdd], (path) => ({
    name: t.user,
    to: { path, hash: ADD_HASH },
    isDone: (signal) => hasMore('/api/user', 1, signal),
  }));
  if (site.value?.generatorEnabled === true) {
    add('development/generator', [permissions.sysGeneratorGenerator, permissions.sysGeneratorPage], (to) => ({
      name: t.module,
      to,
      isDone: async (signal) => {
        const query = { generated: 'true', pageSize: 1 } as const;
        return (await api.get('/api/generator/page', { params: { query }, signal })).total > 0;
      },
    }));
  }
  // Only the operation log knows of it.
  if (steps.length > 0 && can(permissions.sysOperationLogPage)) {
    const to = { path: '/profile', hash: '#password' };
    steps.unshift({ name: t.password, to, isDone: hasChangedPassword });
  }
  return steps;
}

async function hasMore(resource: string, count: number, signal: AbortSignal): Promise<boolean> {
  const page = (await callPath('get', `${resource}/page`, { params: { query: { pageSize: 1 } }, signal })) as {
    total: number;
  };
  return page.total > count;
}

async function hasChangedPassword(signal: AbortSignal): Promise<boolean> {
  const query = { userId: session.user?.id, url: '/api/index/updatePassword', status: 0, pageSize: 1 };
  const page = (await callPath('get', '/api/operation/log/page', { params: { query }, signal })) as { total: number };
  return page.total > 0;
}
