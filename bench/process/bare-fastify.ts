/**
 * What Steward is compared with: Fastify that verifies the same token, looks once into Redis (a Map where there is
 * none), and answers the same body. No framework, no log, no permissions.
 *
 * Started by its parent with a BareTask; answers with its address.
 */
import { createSecretKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import fastify from 'fastify';
import { Redis } from 'ioredis';

export interface BareTask {
  secret: string;
  /** Empty: no Redis. */
  redisUrl: string;
  /** The JSON text to answer with. */
  body: string;
}

process.once('message', (message) => {
  void serve(message as BareTask).then((url) => process.send?.(url));
});

async function serve({ secret, redisUrl, body }: BareTask): Promise<string> {
  const jwt = new JwtService({
    secret: createSecretKey(Buffer.from(secret)),
    verifyOptions: { algorithms: ['HS256'] },
  });
  const redis = redisUrl === '' ? undefined : new Redis(redisUrl);
  const revoked = new Map<string, string>();
  const answer = JSON.parse(body) as object;
  const server = fastify();
  server.get('/api/index/getUser', async (request, reply) => {
    try {
      const { jti } = jwt.verify<{ jti: string }>(request.headers.authorization?.slice('Bearer '.length) ?? '');
      const found = redis ? await redis.get(`revoked:${jti}`) : revoked.get(jti);
      if (!found) return answer;
    } catch {
      // Falls through to the refusal.
    }
    return reply.code(401).send({});
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}
