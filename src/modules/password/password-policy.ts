import { type AppError, errors } from 'steward/core';
import { isShorter } from 'steward/validation';
import { isBreached } from './breached-passwords.js';
import { isCommonPassword } from './common-passwords.js';
import { isMadeOfContext } from './password-context.js';

/** The product's own name, which everybody tries. */
const PRODUCT = 'steward';

/** The settings of passwords that are set from now on. */
export interface PasswordSettings {
  passwordMin: number;
  passwordWords: string[];
  /** `offline`, or the address of a service with the interface of Pwned Passwords. */
  breachUrl: string;
}

/** Logged while passwords cannot be looked up: people go on. */
export const UNCHECKED_PASSWORD =
  'PASSWORD_BREACH_URL cannot be asked: a password was accepted without a look at past breaches';

/** Decides which passwords may be set (docs/security.md, Passwords). */
export class PasswordPolicy {
  /** @param warn called if the service for breached passwords cannot be reached: the password passes */
  constructor(
    private readonly settings: PasswordSettings,
    private readonly warn: (error: unknown) => void,
  ) {}

  /**
   * Why a password may not be set: 1018 with the rule that it breaks; undefined if it may.
   * @param words names of the account and its surroundings, of which a password must not consist
   * @param member what holds the password, as the message names it
   */
  async refusal(password: string, words: string[], member: string): Promise<AppError | undefined> {
    const { passwordMin: limit } = this.settings;
    if (isShorter(password, limit)) {
      return errors.passwordRefused(member, `must have at least ${limit} characters`, { reason: 'minLength', limit });
    }
    if (await isCommonPassword(password)) {
      return errors.passwordRefused(member, 'is a common password, which is tried first', { reason: 'commonPassword' });
    }
    if (isMadeOfContext(password, [PRODUCT, ...this.settings.passwordWords, ...words])) {
      const rule = 'consists of little but names of the account, its tenant or the site';
      return errors.passwordRefused(member, rule, { reason: 'contextPassword' });
    }
    if (await this.isBreached(password)) {
      return errors.passwordRefused(member, 'is known from a breach of another service', {
        reason: 'breachedPassword',
      });
    }
    return undefined;
  }

  private async isBreached(password: string): Promise<boolean> {
    const { breachUrl } = this.settings;
    if (breachUrl === 'offline') return false;
    try {
      return await isBreached(password, breachUrl);
    } catch (error) {
      this.warn(error);
      return false;
    }
  }
}
