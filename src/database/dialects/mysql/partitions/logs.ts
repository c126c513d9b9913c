import { type DataSource, QueryFailedError } from 'typeorm';
import type { Log } from '../../../../core/log/log.module.js';
import { isDatabaseUnavailable, isLockTimeout } from '../../../dialect/database-errors.js';
import { Conversion, Unconvertible } from './conversion.js';

/** The tables that grow without end. */
const LOGS = ['login_log', 'operation_log', 'operation_object'];

/** See {@link Partitions.isDue}. */
export async function isDue(dataSource: DataSource, log: Log, short: number): Promise<boolean> {
  let due = false;
  for (const table of LOGS) {
    const conversion = new Conversion(dataSource, table, log, new Date());
    const extent = await conversion.extent(short);
    if (extent === 'long')
      log.warn(
        { table: conversion.table },
        `A log of more than ${short} rows is not in partitions, and is cleaned row by row. "npm run logs:partition", ` +
          'in the image "node dist/logs-partition.js", converts it while the service runs',
      );
    due ||= extent === 'short';
  }
  return due;
}

/** See {@link Partitions.convertShort}. */
export async function convertShort(dataSource: DataSource, log: Log, short: number, now: Date): Promise<void> {
  for (const table of LOGS) {
    const conversion = new Conversion(dataSource, table, log, now);
    try {
      if ((await conversion.extent(short)) === 'short') await conversion.run();
    } catch (error) {
      const refused = error instanceof Unconvertible || error instanceof QueryFailedError;
      if (!refused || (isDatabaseUnavailable(error) && !isLockTimeout(error))) throw error;
      log.warn(
        { table: conversion.table, reason: error.message },
        'A log was not put into partitions, and stays usable',
      );
    }
  }
}

/** See {@link Partitions.convertAll}. */
export async function convertAll(dataSource: DataSource, log: Log, now: Date): Promise<void> {
  for (const table of LOGS) await new Conversion(dataSource, table, log, now).run();
}
