import { mayLeave } from '@/kit/overlays/dirty';

/**
 * Loads an address from the service's current build if this one is outdated: a deployment has removed its parts. Asks
 * about unsaved changes first.
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
