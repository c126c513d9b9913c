/**
 * How long after a key or pointer press requests count as the user's own, in milliseconds: one press may cause several.
 */
const MEANT_MS = 10_000;

let last = Date.now();

function attend(): void {
  last = Date.now();
}

for (const event of ['pointerdown', 'keydown']) addEventListener(event, attend, { capture: true });

/** Whether current requests are probably not the user's own, such as the polls of a page that is left open. */
export function isUnattended(): boolean {
  return Date.now() - last > MEANT_MS;
}
