import { nextTick, reactive, ref } from 'vue';
import { ApiError, type Schemas, api, direct } from '@/api/client';
import { type Credentials, login } from '@/api/session';
import { messageOf } from '@/kit/lib/toast';
import { t } from './login.text';
import { useSecondsUntil } from './use-seconds-until';

/** Names of the fields of a login. */
export type LoginField = 'username' | 'password' | 'code';

/**
 * A login as a form: a missing value is reported at its field, a refusal above all fields, and from the second attempt
 * on a captcha is required.
 * @param who the account
 * @param focus moves the focus to a field
 */
export function useLogin(who: () => Pick<Credentials, 'username' | 'tenantCode'>, focus: (field: LoginField) => void) {
  const password = ref('');
  const code = ref('');
  const captcha = ref<Schemas['Captcha']>();
  const failure = ref('');
  const busy = ref(false);
  const until = ref(0);
  const missing = reactive<Partial<Record<LoginField, string>>>({});
  const secondsLeft = useSecondsUntil(() => until.value);

  async function renewCaptcha(): Promise<void> {
    code.value = '';
    try {
      captcha.value = await api.get('/api/captcha', { fetch: direct });
    } catch (error) {
      captcha.value = undefined;
      failure.value = messageOf(error);
    }
  }

  async function submit(): Promise<void> {
    if (busy.value || secondsLeft.value > 0 || !isComplete()) return;
    busy.value = true;
    failure.value = '';
    try {
      const { key } = captcha.value ?? {};
      await login({ ...who(), password: password.value, ...(key && { key, code: code.value.trim() }) });
    } catch (error) {
      await refuse(error);
    } finally {
      busy.value = false;
    }
  }

  function isComplete(): boolean {
    missing.username = who().username === '' ? t.enter(t.username) : undefined;
    missing.password = password.value === '' ? t.enter(t.password) : undefined;
    missing.code = captcha.value && code.value.trim() === '' ? t.enter(t.captcha) : undefined;
    const first = (['username', 'password', 'code'] as const).find((field) => missing[field]);
    if (first) void nextTick(() => focus(first));
    return first === undefined;
  }

  async function refuse(error: unknown): Promise<void> {
    // The banner says that the service is unavailable.
    if (error instanceof ApiError && error.status === 0) return;
    failure.value = messageOf(error);
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 429) until.value = Date.now() + (error.retryAfter ?? 0) * 1000;
    // A captcha that was sent is used up, whatever the answer; after a refusal, one is required from now on.
    const renewal = error.status === 200 || captcha.value ? renewCaptcha() : undefined;
    const field = error.fault?.reason === 'captcha' ? 'code' : 'password';
    // The password may be typed again at once; a captcha is typed when it is there.
    if (field === 'code') await renewal;
    await nextTick();
    focus(field);
    await renewal;
  }

  return reactive({ password, code, captcha, failure, busy, missing, secondsLeft, renewCaptcha, submit });
}

/** A login as a form. */
export type LoginForm = ReturnType<typeof useLogin>;
