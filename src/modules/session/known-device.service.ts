import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock, digestOf } from 'steward/core';
import { deleteInBatches } from 'steward/database';
import { networkOf } from 'steward/http';
import { KnownDevice } from './known-device.entity.js';
import type { Session } from './session.entity.js';

const DAY_MS = 86_400_000;

/** For how long a network is known after a user has logged in from it. */
const KNOWN_MS = 30 * DAY_MS;

/** For how long a device that is not used is remembered. */
const KEPT_MS = 365 * DAY_MS;

/** The networks and devices that users log in from. */
@Injectable()
export class KnownDeviceService {
  constructor(
    @InjectRepository(KnownDevice) private readonly devices: Repository<KnownDevice>,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether a user has logged in from an address, or from its network, within 30 days.
   * @param userId 0 for nobody, which takes the same time
   */
  isKnown(userId: number, ip: string): Promise<boolean> {
    const lastAt = MoreThan(new Date(this.clock.now() - KNOWN_MS));
    return this.devices.existsBy({ userId, networkHash: digestOf(networkOf(ip)), lastAt });
  }

  /**
   * Remembers where a session was opened, within the transaction of its login.
   * @returns whether the device is a new one of a user who has logged in with others
   */
  async remember(session: Session, manager: EntityManager): Promise<boolean> {
    const { userId, tenantId, ip, os, browser, location } = session;
    const lastAt = this.clock.date();
    const network = networkOf(ip);
    const hash = digestOf(JSON.stringify([network, os, browser]));
    const { affected } = await manager.update(KnownDevice, { userId, hash }, { location, lastAt });
    if (affected === 1) return false;
    const others = await manager.existsBy(KnownDevice, { userId });
    const device = { userId, tenantId, hash, networkHash: digestOf(network), os, browser, location };
    // The row of the user is locked, so that no other login inserts the same device meanwhile.
    await manager.insert(KnownDevice, { ...device, createdAt: lastAt, lastAt });
    return others;
  }

  /** Removes devices that have not been used for a year. */
  async clean(): Promise<void> {
    await deleteInBatches(this.devices, 'id', { lastAt: LessThanOrEqual(new Date(this.clock.now() - KEPT_MS)) });
  }
}
