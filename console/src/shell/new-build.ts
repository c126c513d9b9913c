import { mayLeave } from '@/kit/dirty';

const missing = new WeakSet<object>();

window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** Whether an error is that of a part of the console that could not be loaded. */
export function isPartMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/**
 * Goes to an address in the build that the service has now, if that is another one than is running: a deployment has
 * taken the parts of this one away. Unsaved changes are asked about first.
 * @returns whether there is another build
 */
export async function renewBuild(address: string): Promise<boolean> {
  if (!(await isReplaced())) return false;
  if (await mayLeave()) location.assign(address);
  return true;
}

/** Whether the page that the service has now begins with another script. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const response = await fetch(import.meta.env.BASE_URL, { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return response.ok && !!script && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}
