/** How long after a key or a press requests count as asked for, in milliseconds: one may lead to several. */
const MEANT_MS = 10_000;

let last = Date.now();

function attend(): void {
  last = Date.now();
}

for (const event of ['pointerdown', 'keydown']) addEventListener(event, attend, { capture: true });

/** Whether nobody is likely to have asked for the requests of now, as for the polls of a page that is left open. */
export function isUnattended(): boolean {
  return Date.now() - last > MEANT_MS;
}
