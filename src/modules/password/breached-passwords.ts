import { createHash } from 'node:crypto';

/** How long the answer may take: the user who sets a password waits for it. */
const TIMEOUT_MS = 1000;

/**
 * Asks a service with the interface of Pwned Passwords (https://haveibeenpwned.com/API/v3#PwnedPasswords) whether a
 * password was in a breach. The service learns the first five characters of the password's SHA-1 digest, which it has
 * in common with hundreds of others.
 * @param service its address, without `/range`
 * @throws Error if the service does not answer in time, or with anything but a list
 */
export async function isBreached(password: string, service: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const response = await fetch(`${service.replace(/\/+$/, '')}/range/${digest.slice(0, 5)}`, {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const text = await response.text();
  // Padding has the count 0.
  return text.split(/\r?\n/).some((line) => {
    const [suffix, count] = line.split(':');
    return suffix?.toUpperCase() === digest.slice(5) && Number(count) > 0;
  });
}
