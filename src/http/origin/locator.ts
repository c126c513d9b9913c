import { readFile, readdir, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'maxmind';
import { Log } from '../../core/log/log.module.js';
import { cut } from '../../core/log/mask.js';
import { SettingsService } from '../../settings/settings.module.js';
import { isPrivateAddress } from './client-ip.js';

/** Shown if the place of an address is unknown. */
const UNKNOWN = '-';

/** How often the files are checked for changes. */
const WATCH_MS = 10_000;

/** Longest place name: the length of the column in the login log. */
const MAX_LENGTH = 128;

type Lookup = (ip: string) => string | undefined;

/** A record of a flat city database, such as npm packages contain. */
interface FlatCity {
  city?: unknown;
  state1?: unknown;
}

/**
 * Looks up the city of an address, or else its province, in the databases at `geoip.path`: GeoLite2 and
 * GeoIP2 City, DB-IP City, and flat city databases. A file that changes is read again; one that cannot be read is
 * logged once and skipped.
 */
@Injectable()
export class Locator implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly path: string;
  private lookups: Lookup[] = [];
  private seen = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    settings: SettingsService,
    private readonly log: Log,
  ) {
    this.path = settings.get('geoip.path');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refresh(), WATCH_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** City or province; empty for private and loopback addresses, `-` when unknown. Never throws. */
  locate(ip: string): string {
    if (isPrivateAddress(ip)) return '';
    for (const lookup of this.lookups) {
      const place = lookup(ip);
      if (place) return cut(place, MAX_LENGTH);
    }
    return UNKNOWN;
  }

  /** Reads the files again if one of them has changed since the last check. */
  async refresh(): Promise<void> {
    const files = await databaseFiles(this.path);
    const now = files.map(({ path, stamp }) => `${path} ${stamp}`).join('\n');
    if (now === this.seen) return;
    this.seen = now;
    const opened = await Promise.all(files.map(({ path }) => this.open(path)));
    this.lookups = opened.filter((lookup) => lookup !== undefined);
  }

  private async open(path: string): Promise<Lookup | undefined> {
    try {
      return await lookupIn(await readFile(path));
    } catch (error) {
      this.log.warn({ path, reason: (error as Error).message }, 'Geolocation database cannot be read');
      return undefined;
    }
  }
}

async function databaseFiles(path: string): Promise<{ path: string; stamp: string }[]> {
  const describe = async (file: string) => {
    const { mtimeMs, size } = await stat(file);
    return { path: file, stamp: `${mtimeMs} ${size}` };
  };
  try {
    if (!(await stat(path)).isDirectory()) return [await describe(path)];
    const names = (await readdir(path)).filter((name) => name.endsWith('.mmdb')).sort();
    return await Promise.all(names.map((name) => describe(join(path, name))));
  } catch {
    return [];
  }
}

/** Loads the libraries with the first file, because most installations have none. */
async function lookupIn(file: Buffer): Promise<Lookup> {
  const [{ Reader }, { ReaderModel }] = await Promise.all([import('maxmind'), import('@maxmind/geoip2-node')]);
  const reader = new Reader<Response>(file);
  const model = new ReaderModel(reader);
  return (ip) => {
    // An IPv6 address would be looked up in the tree of an IPv4 database by its first 32 bits.
    if (reader.metadata.ipVersion === 4 && isIP(ip) === 6) return undefined;
    try {
      const record = reader.get(ip) as FlatCity | null;
      if (record === null) return undefined;
      if (typeof record.city === 'string' || typeof record.state1 === 'string') {
        return [record.city, record.state1].find((name): name is string => typeof name === 'string' && name !== '');
      }
      const { city, subdivisions } = model.city(ip);
      return city?.names?.en || subdivisions?.[0]?.names.en;
    } catch {
      // A database without cities does not know the address.
      return undefined;
    }
  };
}
