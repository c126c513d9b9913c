/** Load generator: takes one LoadTask, runs it with autocannon, answers with a LoadResult. */
import autocannon from 'autocannon';
import type { LoadResult, LoadTask } from '../support/load.js';
import { percentile } from '../support/statistics.js';

process.once('message', (message) => {
  void run(message as LoadTask).then((result) => process.send?.(result));
});

async function run(task: LoadTask): Promise<LoadResult> {
  const { expect } = task;
  // Autocannon's own histogram has a resolution of whole milliseconds.
  const latencies: number[] = [];
  const started = performance.now();
  const before = process.cpuUsage();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: task.url,
        method: task.method ?? 'GET',
        headers: task.headers ?? {},
        connections: task.connections,
        timeout: 30,
        ...(task.body !== undefined && { body: task.body }),
        ...(task.seconds !== undefined && { duration: task.seconds }),
        ...(task.amount !== undefined && { amount: task.amount }),
        ...(task.rate !== undefined && { overallRate: task.rate }),
        ...(expect !== undefined && { verifyBody: (body: unknown) => String(body).includes(expect) }),
        setupClient: eachClient(task),
      },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const sorted = Float64Array.from(latencies).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    failures: result.non2xx + result.errors + result.timeouts + result.mismatches,
    cores: (user + system) / 1e6 / seconds,
  };
}

/** Sets up what each connection sends, if they do not all send the same. */
function eachClient({ queries, refreshTokens }: LoadTask): (client: autocannon.Client) => void {
  let count = 0;
  return (client) => {
    const index = count++;
    if (queries) {
      // Each connection begins at a different query, so that no two send the same one at the same time.
      const start = Math.floor((index * queries.length) / 20) % queries.length;
      const turned = [...queries.slice(start), ...queries.slice(0, start)];
      client.setRequests(turned.map((query) => ({ path: query })));
    }
    if (refreshTokens) {
      let token = refreshTokens[index] ?? '';
      client.setRequests([
        {
          setupRequest: (request) => ({
            ...request,
            body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: token }),
          }),
          onResponse: (_status, body) => {
            token = (JSON.parse(body) as { data: { refresh_token?: string } }).data.refresh_token ?? '';
          },
        },
      ]);
    }
  };
}
