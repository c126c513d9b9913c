import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Environment } from '../../../src/settings/settings.js';

/** A node of the database cluster, as `.ci/cluster` calls it. */
export type Node = 'db1' | 'db2' | 'db3';

export const NODES: readonly Node[] = ['db1', 'db2', 'db3'];

/** Where HAProxy leads to one of the nodes. */
export const BALANCED_DATABASE = 4400;

let count = 0;

/** A name that no other database of this run has. */
export function databaseName(): string {
  return `steward_cluster_${process.pid}_${++count}`;
}

/** Settings of a service that uses a database on one node, or on any of them by way of HAProxy. */
export function onNode(node: Node | 'balanced', database: string): Environment {
  return { DB_TYPE: 'mysql', DB_PORT: String(portOf(node)), DB_DATABASE: database };
}

/** Rows of a statement on one node. */
export async function query(node: Node, statement: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: portOf(node), user: 'root' });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(statement, values);
    return rows;
  } finally {
    await connection.end();
  }
}

/** The port of a node, or HAProxy's before all of them. */
export function portOf(node: Node | 'balanced'): number {
  return node === 'balanced' ? BALANCED_DATABASE : 4401 + NODES.indexOf(node);
}
