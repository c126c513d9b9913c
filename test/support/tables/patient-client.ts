import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type CallOptions, Client } from '../client.js';

/** How long it keeps retrying. */
const PATIENCE_MS = 60_000;

/** Retries while the service turns requests away, as it does on a machine that is busy with other things. */
export class PatientClient extends Client {
  override async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await super.call<T>(method, path, options);
      const isTurnedAway = answer.status === 503 && /overloaded/.test(answer.body.msg);
      if (!isTurnedAway || Date.now() > deadline) return answer;
      await pause(200);
    }
  }
}
