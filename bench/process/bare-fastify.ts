/**
 * The counterpart of Steward: Fastify that verifies the same token, does one lookup in Redis (in a Map without Redis),
 * and answers with a fixed body or with the rows of some queries. No framework, no log, no permissions. Simultaneous
 * lookups go together, as in Steward; unlike Steward it does not remember which tokens it has verified. Its parent
 * starts it and sends it a BareTask; it answers with its address.
 */
import { createSecretKey, randomUUID } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import Database from 'better-sqlite3';
import fastify from 'fastify';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { ReadBatch } from '../../src/kv/store/read.batch.js';

export interface BareTask {
  secret: string;
  type: 'sqlite' | 'mysql';
  /** The SQLite file or the MariaDB schema. */
  database: string;
  /** Empty without Redis. */
  redisUrl: string;
  /** The path to serve; `/refresh` is always served as well. */
  path: string;
  /** The JSON text to answer with, or … */
  body?: string;
  /** … queries whose rows it answers with. */
  queries?: string[];
}

type Run = (sql: string, parameters?: unknown[]) => Promise<unknown>;

process.once('message', (message) => {
  void serve(message as BareTask).then((url) => process.send?.(url));
});

async function serve(task: BareTask): Promise<string> {
  const jwt = new JwtService({
    secret: createSecretKey(Buffer.from(task.secret)),
    verifyOptions: { algorithms: ['HS256'] },
  });
  const redis = task.redisUrl === '' ? undefined : new Redis(task.redisUrl);
  const revoked = new Map<string, string>();
  const lookups = new ReadBatch(async (keys) =>
    redis ? redis.mget(keys) : keys.map((key) => revoked.get(key) ?? null),
  );
  const run = task.type === 'sqlite' ? onSqlite(task.database) : onMysql(task.database);
  const fixed = task.body === undefined ? undefined : (JSON.parse(task.body) as object);
  const server = fastify();

  const [path] = task.path.split('?');
  server.route({
    method: ['GET', 'POST'],
    url: path ?? '/',
    handler: async (request, reply) => {
      try {
        const { jti } = jwt.verify<{ jti: string }>(request.headers.authorization?.slice('Bearer '.length) ?? '');
        const [found] = await lookups.read([`revoked:${jti}`]);
        if (found) return await reply.code(401).send({});
      } catch {
        return reply.code(401).send({});
      }
      if (fixed) return fixed;
      const rows: unknown[] = [];
      for (const query of task.queries ?? []) rows.push(await run(query));
      return { code: 0, ok: true, msg: 'Operation succeeded', data: rows };
    },
  });

  /** Claims the token in the database, as Steward does, and signs the next pair. */
  server.post<{ Body: { refresh_token: string } }>('/refresh', async ({ body }, reply) => {
    const { jti, iat, exp, ...claims } = jwt.verify<Record<'jti' | 'sid', string> & Record<'iat' | 'exp', number>>(
      body.refresh_token,
    );
    const [access, refresh] = [randomUUID(), randomUUID()];
    const changed = await run(
      'UPDATE session SET access_jti = ?, refresh_jti = ? WHERE sid = ? AND refresh_jti = ? AND ended_at IS NULL',
      [access, refresh, claims.sid, jti],
    );
    if (changed !== 1) return reply.code(401).send({});
    const sign = (next: string, use: string) => jwt.sign({ ...claims, jti: next, use }, { expiresIn: exp - iat });
    return { code: 0, data: { access_token: sign(access, 'access'), refresh_token: sign(refresh, 'refresh') } };
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}

/** Resolves to the rows of a SELECT, or to the number of rows that any other statement changed. */
function onSqlite(file: string): Run {
  const database = new Database(file);
  database.pragma('synchronous = FULL');
  const statements = new Map<string, Database.Statement>();
  return async (sql, parameters = []) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.reader ? statement.all(...parameters) : statement.run(...parameters).changes;
  };
}

function onMysql(database: string): Run {
  const pool = mysql.createPool({ host: '127.0.0.1', user: 'root', password: '', database, connectionLimit: 10 });
  return async (sql, parameters = []) => {
    const [result] = await pool.query(sql, parameters);
    return Array.isArray(result) ? result : result.affectedRows;
  };
}
