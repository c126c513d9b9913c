import { stepOfCode } from './totp-codes.js';

/** The seed of RFC 6238, Appendix B, for SHA-1: the ASCII text "12345678901234567890" in base32. */
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator', () => {
  // The last six digits of the eight that the RFC lists.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d seconds', async (seconds, code) => {
    const at = (drift: number, lastStep = 0, later = 0) =>
      stepOfCode(code, SEED, { now: (seconds + later) * 1000, drift, lastStep });
    const step = Math.floor(seconds / 30);
    expect(await at(0)).toBe(step);
    expect(await at(0, step)).toBeUndefined();
    expect(await at(0, 0, 30)).toBeUndefined();
    expect(await at(1, 0, 30)).toBe(step);
    expect(await at(1, step, 30)).toBeUndefined();
    expect(await at(1, 0, 61)).toBeUndefined();
    expect(await at(1, 0, -31)).toBeUndefined();
  });
});
