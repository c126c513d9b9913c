import { MODULES_SERVICE } from '../global-setup.js';
import type { Wishes } from './wishes.js';

/** The addresses of the service that the specs of generated modules share. @throws Error if it was not started */
export function sharedService(): { api: string; control: string } {
  const addresses = process.env[MODULES_SERVICE];
  if (addresses === undefined) throw new Error("Specs of generated modules are run by the project's test command");
  return JSON.parse(addresses) as { api: string; control: string };
}

/** Asks the shared service for something that no route provides. */
export async function ask<W extends keyof Wishes>(wish: W, body: Wishes[W][0]): Promise<Wishes[W][1]> {
  const answer = await fetch(`${sharedService().control}/${wish}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Wishes[W][1];
}
