/** Seconds that each code of an authenticator is shown. */
const STEP_S = 30;

/** Bytes of a seed: the size of the digest (RFC 4226, section 4). */
const SEED_BYTES = 20;

/** The library by its first use: most processes check no code. */
const library = () => import('otplib');

/** A new seed in base32. */
export async function newSeed(): Promise<string> {
  const { generateSecret } = await library();
  return generateSecret({ length: SEED_BYTES });
}

/**
 * The address that an authenticator app reads from a QR code
 * (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
 */
export async function uriOf(seed: string, issuer: string, label: string): Promise<string> {
  const { generateURI } = await library();
  return generateURI({ secret: seed, issuer, label });
}

/**
 * The time step that a code belongs to (RFC 6238, SHA-1, six digits, 30 s); undefined if it is wrong, too old, from the
 * future, or of a step that was accepted before.
 * @param now milliseconds since the epoch
 * @param drift how many earlier steps are accepted
 * @param lastStep the newest step that was accepted
 */
export async function stepOfCode(
  code: string,
  seed: string,
  { now, drift, lastStep }: { now: number; drift: number; lastStep: number },
): Promise<number | undefined> {
  const { verify } = await library();
  const result = await verify({
    secret: seed,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: [drift * STEP_S, 0],
    afterTimeStep: lastStep,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
