import mysql, { type RowDataPacket } from 'mysql2/promise';
import { type RawDatabase, mysqlDatabase } from '../../support/raw-database.js';
import type { Environment } from '../../../src/settings/settings.js';

/** A node of the database cluster, as `.ci/cluster` calls it. */
export type Node = 'db1' | 'db2' | 'db3';

export const NODES: readonly Node[] = ['db1', 'db2', 'db3'];

/** The port on which HAProxy forwards to one of the nodes. */
const BALANCED_DATABASE = 4400;

let count = 0;

/** A name that no other database of this run has. */
export function databaseName(): string {
  return `steward_cluster_${process.pid}_${++count}`;
}

/** Settings of a service that uses a database on one node, or on any of them through HAProxy. */
export function onNode(node: Node | 'balanced', database: string): Environment {
  return { DB_TYPE: 'mysql', DB_PORT: String(portOf(node)), DB_DATABASE: database };
}

/** The rows that a statement returns on one node. */
export async function query(node: Node, statement: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: portOf(node), user: 'root' });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(statement, values);
    return rows;
  } finally {
    await connection.end();
  }
}

/** Lends a database as one node has it, once it has applied everything that the others have committed. */
export async function rawOn<T>(node: Node, database: string, use: (database: RawDatabase) => Promise<T>): Promise<T> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: portOf(node), user: 'root', database });
  try {
    await connection.query('SET SESSION wsrep_sync_wait = 1');
    return await use(mysqlDatabase(connection));
  } finally {
    await connection.end();
  }
}

/** The port of a node, or that of HAProxy in front of all of them. */
export function portOf(node: Node | 'balanced'): number {
  return node === 'balanced' ? BALANCED_DATABASE : 4401 + NODES.indexOf(node);
}
