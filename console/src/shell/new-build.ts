import { mayLeave } from '@/kit/overlays/dirty';

const missing = new WeakSet<object>();

window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** Whether an error means that a part of the console could not be loaded. */
export function isPartMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/**
 * Goes to an address in the service's current build, if it is not the one that is running, whose parts a deployment has
 * removed. Asks about unsaved changes first.
 * @returns whether there is another build
 */
export async function renewBuild(address: string): Promise<boolean> {
  if (!(await isReplaced())) return false;
  if (await mayLeave()) location.assign(address);
  return true;
}

/** Whether the service's current page has another script. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const response = await fetch(import.meta.env.BASE_URL, { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return response.ok && !!script && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}
