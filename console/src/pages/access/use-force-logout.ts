import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, computed, toValue } from 'vue';
import { api } from '@/api/client';
import { refreshResource } from '@/kit/crud';
import { toast, toastFailure } from '@/kit/lib/toast';
import { confirm } from '@/kit/overlays/confirm';
import { t } from './online.text';

interface Session {
  sid: string;
  jti: string;
  username: string;
  browser: string;
}

/**
 * Ends sessions of users after a question, and knows which session is the user's own.
 * @param wanted whether it can be among those that are shown
 */
export function useForceLogout({ refresh, wanted = true }: { refresh?: number; wanted?: MaybeRefOrGetter<boolean> }) {
  const { data } = useQuery({
    queryKey: ['/api/index/getSessions'],
    queryFn: ({ signal }) => api.get('/api/index/getSessions', { signal }),
    refetchInterval: refresh,
    enabled: computed(() => toValue(wanted)),
  });
  const ownSid = computed(() => data.value?.find(({ current }) => current)?.sid);

  async function forceLogout({ sid, jti, username, browser }: Session): Promise<void> {
    const text = sid === ownSid.value ? t.ownConsequence : t.consequence(username, browser);
    if (!(await confirm({ title: t.question(username), text, action: t.forceLogout, danger: true }))) return;
    try {
      await api.delete('/api/online/forceLogout/{jti}', { params: { path: { jti } } });
      toast(t.done(username));
    } catch (error) {
      toastFailure(error);
    }
    void refreshResource('/api/online');
  }

  return { ownSid, forceLogout };
}
