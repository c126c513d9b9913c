import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { providerOf } from 'steward/access';
import { Clock, errors } from 'steward/core';
import { type Caller, type StepUpRule, StepUpSource } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { Session } from '../session/session.entity.js';
import { FactorService } from './factor.service.js';

/**
 * Asks callers to confirm who they are before anything that must not be done at an unattended computer (ASVS 5.0, 7.5).
 */
@Injectable()
export class StepUp extends StepUpSource {
  private readonly ttl: number;
  private readonly isStrict: boolean;
  private readonly asksAdmins: boolean;

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly factors: FactorService,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    super();
    this.ttl = settings.get('auth.stepUpTtl');
    this.isStrict = settings.get('auth.level') === 'strict';
    this.asksAdmins = settings.get('auth.stepUpAdmin');
  }

  /**
   * When the caller last proved who they are, in seconds since the epoch; 0 if that is not known. A token says so
   * itself, unless an earlier version of the service signed it.
   */
  async authenticatedAt({ sid, authAt }: Caller): Promise<number> {
    if (authAt !== undefined) return authAt;
    const session = await this.sessions.findOneBy({ sid });
    return Math.floor((session?.authAt ?? session?.loginAt ?? new Date(0)).getTime() / 1000);
  }

  async assertFreshFor(rule: StepUpRule, caller: Caller): Promise<void> {
    const asks = rule === 'admin' ? this.asksAdmins : this.isStrict || (await this.factors.kindsOf(caller)).length > 0;
    if (asks) await this.assertFresh(caller);
  }

  /** @throws AppError 1015, with what the caller may use, if that was too long ago */
  async assertFresh(caller: Caller): Promise<void> {
    const age = this.clock.now() / 1000 - (await this.authenticatedAt(caller));
    if (this.ttl === 0 || age <= this.ttl) return;
    throw errors.stepUpRequired(await this.methodsOf(caller));
  }

  /** How a caller may prove it: with a factor, where they logged in, or else with the password. */
  private async methodsOf(caller: Caller): Promise<string[]> {
    const methods: string[] = await this.factors.kindsOf(caller);
    const session = await this.sessions.findOne({ select: { sid: true, method: true }, where: { sid: caller.sid } });
    if (providerOf(session?.method ?? '') !== undefined) methods.push('sso');
    return methods.length === 0 ? ['password'] : methods;
  }
}
