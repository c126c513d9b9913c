import type { Worker } from 'node:cluster';

/** A connection as node:cluster passes it on. */
interface SentConnection {
  close: () => void;
}

/** A message of node:cluster, to a worker or from it. */
interface Message {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Closes the connections that a worker was given but had not taken when it ended. node:cluster keeps them open, and
 * nobody would ever read from them: their clients would wait instead of connecting again.
 */
export function closeUntaken({ process: child }: Pick<Worker, 'process'>): void {
  const given = new Map<number, SentConnection>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (...args: unknown[]) => {
    const [{ act, seq }, connection] = args as [Message, SentConnection | undefined];
    if (act === 'newconn' && seq !== undefined && connection) given.set(seq, connection);
    return send(...args);
  };
  child.on('internalMessage', ({ ack }: Message) => void (ack === undefined || given.delete(ack)));
  child.once('exit', () => {
    for (const connection of given.values()) connection.close();
  });
}
