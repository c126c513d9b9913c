import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from 'steward/access';
import { type Page, type RawQuery, ReadService } from 'steward/crud';
import { type Caller, ofOneself } from 'steward/http';
import { SecurityEvent } from '../../logs/security-event/security-event.entity.js';

/** Queries security events. They are written by SecurityEvents, and removed by LogClean alone. */
@Injectable()
export class SecurityEventService extends ReadService<SecurityEvent> {
  constructor(@InjectRepository(SecurityEvent) rows: Repository<SecurityEvent>) {
    super(rows, {
      label: 'Security event',
      filters: ['userId', 'actorId', 'type', 'ip'],
      owner: 'userId',
      // The order of an index that a time range can use as well.
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      references: {
        userId: { entity: User, label: 'username' },
        actorId: { entity: User, label: 'username' },
      },
    });
  }

  /** One page of the events of the caller's own account. */
  ownPage(query: RawQuery, caller: Caller): Promise<Page<SecurityEvent>> {
    return this.page({ ...query, userId: String(caller.userId) }, ofOneself(caller));
  }
}
