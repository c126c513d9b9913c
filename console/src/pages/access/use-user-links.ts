import { ref, shallowRef } from 'vue';
import { type Schemas, api, callPath } from '@/api/client';
import { permissions } from '@/api/permissions';
import { can } from '@/api/session';
import type { RowAction } from '@/kit/crud/crud-table.vue';
import { refreshResource } from '@/kit/crud/use-rows';
import { toastFailure } from '@/kit/lib/toast';
import { confirm } from '@/kit/overlays/confirm';
import { t } from './user.text';

/** A link that an administrator made. */
interface MadeLink {
  title: string;
  username: string;
  link: Schemas['SentLink'];
}

/** The links with which users set passwords, as actions on them. */
export function useUserLinks() {
  const made = shallowRef<MadeLink>();
  const inviting = ref(false);

  async function make(title: string, text: string, username: unknown, call: () => Promise<MadeLink['link']>) {
    if (!(await confirm({ title: `${title}: ${String(username)}`, text, action: title, danger: true }))) return;
    try {
      made.value = { title, username: String(username), link: await call() };
      void refreshResource('/api/user');
    } catch (error) {
      toastFailure(error);
    }
  }

  const actions: RowAction[] = [];
  if (can(permissions.sysUserResetLink)) {
    actions.push({
      id: 'resetLink',
      label: t.resetLink,
      icon: 'link',
      run: ({ id, username }) =>
        void make(t.resetLink, t.resetLinkText, username, () =>
          api.post('/api/user/resetLink', { body: { id: id as number } }),
        ),
    });
  }
  if (can(permissions.sysUserResetFactors)) {
    actions.push({
      id: 'resetFactors',
      label: t.resetFactors,
      icon: 'lock-keyhole',
      run: ({ id, username }) =>
        void make(t.resetFactors, t.resetFactorsText, username, () =>
          api.put('/api/user/resetFactors', { body: { id: id as number } }),
        ),
    });
  }
  const tools = can(permissions.sysUserInvite)
    ? [{ id: 'invite', label: t.invite, run: () => (inviting.value = true) }]
    : [];

  async function invite(body: Readonly<Record<string, unknown>>): Promise<void> {
    const link = (await callPath('post', '/api/user/invite', { body })) as MadeLink['link'];
    made.value = { title: t.invite, username: String(body.username), link };
  }

  return { made, inviting, actions, tools, invite };
}
