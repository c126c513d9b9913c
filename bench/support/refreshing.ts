import type { LoadTask } from './load.js';
import { login } from './steward.js';

/** Sessions that are refreshed at the same time, each on a connection of its own. */
export const SESSIONS = 20;

/** Logs in once for each session, and returns the refresh tokens; every load uses its tokens up. */
export async function newSessions(url: string): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < SESSIONS) tokens.push((await login(url)).refresh_token);
  return tokens;
}

/** A load that rotates the tokens of these sessions. */
export function refreshing(refreshTokens: string[]): Omit<LoadTask, 'url' | 'seconds'> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections: SESSIONS,
    refreshTokens,
    expect: '"code":0',
  };
}
