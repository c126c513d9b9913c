import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { PublicOrigin, ssoSourceOf, TenantAccessService } from 'steward/access';
import { AppError, Clock, cut, digestOf, errors } from 'steward/core';
import { DataCipher, isDuplicate, transact } from 'steward/database';
import type { Caller, Client } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { AccountService } from '../auth/account.service.js';
import { AuthService } from '../auth/auth.service.js';
import type { PendingLogin } from '../auth/pending-login.js';
import type { ProvenUser } from '../auth/proof.js';
import { StepUpService, type VouchedSession } from '../auth/step-up.service.js';
import type { TokenPair } from '../auth/token.service.js';
import { KnownIssuers } from './known-issuers.js';
import type { Claims, OidcClient, Vouched } from './oidc-client.js';
import { loadOidc } from './oidc-loader.js';
import { secretPlace } from './provider.service.js';
import { SsoAccounts } from './sso-accounts.js';
import { FLOW_TTL_S, type SsoFlow, SsoFlows } from './sso-flow.js';
import { SsoUse } from './sso-identity.entity.js';
import { SsoProvider } from './sso-provider.entity.js';

/** Where providers send browsers back to. */
const CALLBACK_PATH = '/api/sso/callback';

/** Ways to log in that count as a second factor (RFC 8176). */
const STRONG = ['mfa', 'hwk', 'otp'];

/** The parameters of an answer (RFC 6749, section 4.1.2; RFC 9207). */
type ProviderAnswer = Record<string, unknown>;

/** Logs users in at identity providers (docs/api.md, Single sign-on). */
@Injectable()
export class SsoLogin {
  /** Why no login can begin. */
  private readonly hindrance: string | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly known: KnownIssuers,
    private readonly flows: SsoFlows,
    private readonly accounts: SsoAccounts,
    private readonly users: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly auth: AuthService,
    private readonly stepUps: StepUpService,
    private readonly origin: PublicOrigin,
    private readonly cipher: DataCipher,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    if (settings.get('server.publicUrl') === '') this.hindrance = 'PUBLIC_URL is not set';
    else if (!settings.get('console.enabled')) this.hindrance = 'the console is turned off';
  }

  /** The enabled providers of a usable tenant, for its login page; none for any other code. */
  async providersOf(tenantCode: string): Promise<Pick<SsoProvider, 'code' | 'name'>[]> {
    const tenantId = await this.usableTenant(tenantCode);
    if (tenantId === undefined) return [];
    const order = { name: 'ASC', id: 'ASC' } as const;
    return this.db.manager.find(SsoProvider, {
      select: { code: true, name: true },
      where: { tenantId, status: 1 },
      order,
    });
  }

  /**
   * Begins a login.
   * @returns where the browser logs in
   * @throws AppError 1021 for an unknown or disabled provider, or one that does not answer
   */
  async start(tenantCode: string, code: string, reply: FastifyReply): Promise<string> {
    const tenantId = await this.usableTenant(tenantCode);
    const provider = tenantId === undefined ? null : await this.find({ tenantId, code });
    // MySQL ignores trailing spaces in comparisons.
    if (provider?.code !== code) throw errors.ssoRefused('unknown or disabled provider');
    return this.begin(provider, reply);
  }

  /**
   * Begins a login that confirms who a caller is.
   * @returns where the browser logs in
   * @throws AppError code 1 if the caller did not log in at a provider, 1021 as {@link start}
   */
  async startStepUp({ userId, sid, jti, exp }: Caller, reply: FastifyReply): Promise<{ url: string }> {
    const providerId = await this.stepUps.providerOf(sid);
    if (providerId === undefined) {
      throw errors.failure('You did not log in at an identity provider', { reason: 'noSsoSession' });
    }
    const provider = await this.find({ id: providerId });
    if (provider === null) throw errors.ssoRefused('unknown or disabled provider');
    return { url: await this.begin(provider, reply, { userId, sid, jti, exp }) };
  }

  /**
   * Finishes a login: of any number of answers with one state or one code, one is accepted.
   * @throws AppError 1002, 1005, 1006, 1009 or 1021
   */
  async finish(answer: ProviderAnswer, query: string, client: Client, reply: FastifyReply): Promise<TokenPair> {
    // Also when it fails, the browser does not keep it.
    const begun = Promise.resolve().then(() => this.flows.take(reply));
    const confirms = await begun.then(
      (flow) => flow?.confirms,
      () => undefined,
    );
    const identify = async (attempt: Pick<PendingLogin, 'tenantId'>) => {
      const flow = await begun;
      if (flow === undefined || flow.expiresAt <= this.clock.now()) {
        throw errors.ssoRefused('the login was not begun in this browser, or took too long');
      }
      if (answer.state !== flow.state) throw errors.ssoRefused('state differs');
      const provider = await this.find({ id: flow.providerId });
      if (provider === null) throw errors.ssoRefused('unknown or disabled provider');
      attempt.tenantId = provider.tenantId;
      await this.use(flow.state, answer.code, client);
      return { provider, vouched: await this.exchange(provider, flow, query) };
    };
    if (confirms) {
      const { provider, vouched } = await identify({ tenantId: 0 });
      return this.confirm(provider, vouched, confirms, client);
    }
    return this.auth.loginByProvider({ error: answer.error }, client, async (attempt) => {
      const { provider, vouched } = await identify(attempt);
      return this.proven(provider, vouched, attempt);
    });
  }

  private async proven(provider: SsoProvider, vouched: Vouched, attempt: PendingLogin): Promise<ProvenUser> {
    const known = await this.accounts.identityOf(provider.id, vouched.claims.sub);
    if (known) await this.assertUsable(known.userId, attempt);
    await this.tenants.assertUsable(provider.tenantId);
    const user = await this.assertUsable(await this.accounts.admit(provider, vouched, attempt.client), attempt);
    return { user, method: ssoSourceOf(provider.id), hasFactor: isStrong(vouched.claims, provider) };
  }

  /** @throws AppError 1002, 1005 or 1006 if user or tenant may not log in */
  private async assertUsable(userId: number, attempt: PendingLogin) {
    const user = await this.users.findWithPassword(userId);
    if (user === null) throw errors.ssoRefused('user does not exist');
    attempt.tenantId = user.tenantId;
    attempt.userId = user.id;
    attempt.username = user.username;
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(user.tenantId);
    return user;
  }

  private async confirm(
    provider: SsoProvider,
    { claims }: Vouched,
    session: VouchedSession,
    client: Client,
  ): Promise<TokenPair> {
    const identity = await this.accounts.identityOf(provider.id, claims.sub);
    if (identity?.userId !== session.userId) throw errors.ssoRefused('somebody else has logged in');
    return this.stepUps.confirmVouched(session, client.gate);
  }

  private async begin(provider: SsoProvider, reply: FastifyReply, confirms?: VouchedSession): Promise<string> {
    if (this.hindrance !== undefined) throw errors.ssoRefused(this.hindrance);
    const [state, nonce, verifier] = [random(), random(), random()];
    const expiresAt = this.clock.now() + FLOW_TTL_S * 1000;
    const { scopes, acrValues, maxAge } = provider;
    const age = confirms ? 0 : maxAge;
    const url = await this.asking(provider, async (oidc) =>
      oidc.loginUrl({
        scope: [...new Set(['openid', ...scopes.split(/\s+/)])].filter(Boolean).join(' '),
        state,
        nonce,
        verifier,
        ...(acrValues === '' ? {} : { acr_values: acrValues }),
        ...(age === null ? {} : { max_age: String(age) }),
        ...(confirms ? { prompt: 'login' } : {}),
      }),
    );
    this.flows.begin({ providerId: provider.id, expiresAt, state, nonce, verifier, confirms }, reply);
    return url;
  }

  private exchange(provider: SsoProvider, flow: SsoFlow, query: string): Promise<Vouched> {
    const { state, nonce, verifier, confirms } = flow;
    const maxAge = confirms ? 0 : (provider.maxAge ?? undefined);
    return this.asking(provider, async (oidc) => {
      const { claims, more } = await oidc.exchange(query, { state, nonce, verifier, maxAge });
      return { claims, more: () => explained(more) };
    });
  }

  /** Asks a provider something; every failure becomes the one refusal, whose reason only the log has. */
  private asking<T>(provider: SsoProvider, ask: (oidc: OidcClient) => Promise<T>): Promise<T> {
    return explained(async () => {
      const { id, issuer, clientId, clientSecret: stored } = provider;
      const clientSecret = stored === '' ? '' : this.cipher.decrypt(stored, secretPlace(id));
      const redirectUri = this.origin.get() + CALLBACK_PATH;
      const { OidcClient } = await loadOidc();
      return ask(new OidcClient(await this.known.of(issuer), { issuer, clientId, clientSecret, redirectUri }));
    });
  }

  /**
   * Uses up the state and the code of an answer, on every instance.
   * @throws AppError 1021 if one of them has been used
   */
  private async use(state: string, code: unknown, { gate }: Client): Promise<void> {
    const expiresAt = new Date(this.clock.now() + 2 * FLOW_TTL_S * 1000);
    const used = [`state:${state}`, ...(typeof code === 'string' ? [`code:${code}`] : [])];
    const rows = used.map((text) => ({ hash: digestOf(text), expiresAt }));
    try {
      await transact(this.db.manager, gate, ({ manager }) => manager.insert(SsoUse, rows));
    } catch (error) {
      throw isDuplicate(error) ? errors.ssoRefused('state or code was used before') : error;
    }
  }

  /** An enabled provider, with its secret. */
  private find(where: { id: number } | { tenantId: number; code: string }): Promise<SsoProvider | null> {
    const { columns } = this.db.getMetadata(SsoProvider);
    const select = Object.fromEntries(columns.map(({ propertyName }) => [propertyName, true]));
    return this.db.manager.findOne(SsoProvider, { where: { ...where, status: 1 }, select });
  }

  private async usableTenant(code: string): Promise<number | undefined> {
    const id = await this.tenants.idOfCode(code);
    if (id === undefined || (await this.tenants.barredBy(id)) !== undefined) return undefined;
    return id;
  }
}

const random = () => randomBytes(32).toString('base64url');

/** Whether a login at a provider has proved two factors. */
function isStrong({ amr, acr }: Claims, { trustMfa, acrValues }: SsoProvider): boolean {
  if (!trustMfa) return false;
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return methods.some((method) => STRONG.includes(String(method))) || isAmong(acr, acrValues);
}

function isAmong(value: unknown, list: string): boolean {
  return typeof value === 'string' && value !== '' && list.split(/\s+/).includes(value);
}

/** A provider's mistake becomes the one refusal, with as much of the reason as the log may tell. */
async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { reasonOf } = await loadOidc();
    throw errors.ssoRefused(cut(reasonOf(error), 200));
  }
}
