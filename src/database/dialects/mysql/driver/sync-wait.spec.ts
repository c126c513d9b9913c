import { syncWaitLimit } from './sync-wait.js';

describe('the limit of a wait for other nodes', () => {
  it.each([
    ['repl.commit_order = 3; repl.causal_read_timeout = PT30S; repl.key_format = FLAT8; ', 30_000],
    ['repl.causal_read_timeout = PT2.5S; ', 2500],
    ['repl.causal_read_timeout = PT1M; ', 60_000],
    ['repl.causal_read_timeout = PT1H1M1S; ', 3_661_000],
    ['evs.causal_keepalive_period = PT1S; ', undefined],
    ['', undefined],
  ])('of %j is %s ms', (options, milliseconds) => {
    expect(syncWaitLimit(options)).toBe(milliseconds);
  });
});
