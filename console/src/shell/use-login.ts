import { computed, nextTick, reactive, ref, shallowRef } from 'vue';
import { ApiError, type Schemas, api, direct } from '@/api/client';
import { hasPasskeys } from '@/api/has-passkeys';
import type { PasskeyAnswer } from '@/api/passkey';
import { type Credentials, login, loginByPasskey, loginSecond } from '@/api/session';
import { messageOf } from '@/kit/lib/toast';
import { c } from '@/text/common.text';
import { t } from './login.text';
import { useSecondsUntil } from './use-seconds-until';

/** Names of the fields of a login. */
export type LoginField = 'username' | 'password' | 'code' | 'otp';

/**
 * A login as a form: a missing value is reported at its field, a refusal above all fields, and from the second attempt
 * on a captcha is required. If the user has a second factor, its code follows as a second step.
 * @param who the account
 * @param focus moves the focus to a field
 */
export function useLogin(who: () => Pick<Credentials, 'username' | 'tenantCode'>, focus: (field: LoginField) => void) {
  const password = ref('');
  const code = ref('');
  const captcha = ref<Schemas['Captcha']>();
  /** The challenge of the second step; empty before it. */
  const challenge = ref('');
  /** How the second step may be passed. */
  const methods = shallowRef<readonly string[]>([]);
  const otp = ref('');
  /** Whether the code is to be a recovery code. */
  const recovers = ref(false);
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
    await attempt(async () => {
      const { key } = captcha.value ?? {};
      if (challenge.value) await loginSecond({ challenge: challenge.value, otp: otp.value.trim() });
      else await login({ ...who(), password: password.value, ...(key && { key, code: code.value.trim() }) });
    }, refuse);
  }

  /** Whether a passkey may be used: alone, or as the second step. */
  const takesPasskey = computed(() => hasPasskeys && (!challenge.value || methods.value.includes('passkey')));

  /** Uses a passkey: alone, or as the second step. */
  async function usePasskey(): Promise<void> {
    if (busy.value || secondsLeft.value > 0) return;
    const refused = (error: unknown): void => {
      if (!(error instanceof ApiError) || error.status !== 0) failure.value = messageOf(error);
      if (error instanceof ApiError && error.status === 429) until.value = Date.now() + (error.retryAfter ?? 0) * 1000;
    };
    await attempt(async () => {
      if (!challenge.value) return loginByPasskey(await givenPasskey());
      const step = { challenge: challenge.value };
      await loginSecond({ ...step, ...(await givenPasskey(step)) });
    }, refused);
  }

  async function attempt(work: () => Promise<void>, refused: (error: unknown) => unknown): Promise<void> {
    busy.value = true;
    failure.value = '';
    try {
      await work();
    } catch (error) {
      await refused(error);
    } finally {
      busy.value = false;
    }
  }

  function isComplete(): boolean {
    const isSecond = challenge.value !== '';
    const check = (isAsked: unknown, value: string, name: string) =>
      isAsked && value.trim() === '' ? t.enter(name) : undefined;
    missing.otp = check(isSecond, otp.value, t.code);
    missing.username = check(!isSecond, who().username, t.username);
    missing.password = !isSecond && password.value === '' ? t.enter(t.password) : undefined;
    missing.code = check(!isSecond && captcha.value, code.value, t.captcha);
    const first = (['otp', 'username', 'password', 'code'] as const).find((field) => missing[field]);
    if (first) void nextTick(() => focus(first));
    return first === undefined;
  }

  async function refuse(error: unknown): Promise<void> {
    // The banner says that the service is unavailable.
    if (error instanceof ApiError && error.status === 0) return;
    if (error instanceof ApiError && error.challenge) {
      askSecond(error.challenge, error.methods);
    } else failure.value = messageOf(error);
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 429) until.value = Date.now() + (error.retryAfter ?? 0) * 1000;
    if (challenge.value) {
      await nextTick();
      return focus('otp');
    }
    // A captcha that was sent is used up, whatever the answer; after a refusal, one is required from now on.
    const renewal = error.status === 200 || captcha.value ? renewCaptcha() : undefined;
    const field = error.fault?.reason === 'captcha' ? 'code' : 'password';
    // The password can be typed again at once; the captcha once it is shown.
    if (field === 'code') await renewal;
    await nextTick();
    focus(field);
    await renewal;
  }

  /** Goes on with the second step of a login whose first has succeeded. */
  function askSecond(asked: string, ways: readonly string[]): void {
    challenge.value = asked;
    methods.value = ways;
    recovers.value = !ways.includes('totp');
  }

  /** Asks for a recovery code instead of that of the app. */
  function useRecovery(): void {
    recovers.value = true;
    otp.value = failure.value = '';
    focus('otp');
  }

  /** Begins again with the password. */
  function restart(): void {
    challenge.value = otp.value = failure.value = password.value = '';
    void nextTick(() => focus('password'));
  }

  return reactive({
    password,
    code,
    challenge,
    methods,
    otp,
    recovers,
    takesPasskey,
    usePasskey,
    askSecond,
    useRecovery,
    restart,
    captcha,
    failure,
    busy,
    missing,
    secondsLeft,
    renewCaptcha,
    submit,
  });
}

/** Has the user use a passkey. What asks for it is loaded when somebody does. */
async function givenPasskey(body: { challenge?: string } = {}): Promise<PasskeyAnswer> {
  const passkeys = await import('@/api/passkey').catch(() => {
    throw new Error(c.notLoaded);
  });
  return passkeys.askPasskey(body, direct);
}

/** A login as a form. */
export type LoginForm = ReturnType<typeof useLogin>;
