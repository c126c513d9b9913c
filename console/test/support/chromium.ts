import { existsSync } from 'node:fs';

/**
 * Debian's browsers. The shell has no windows of its own, for which the whole browser needs two seconds of processor
 * time with each context.
 */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that tests, pictures and measurements use: the one that `CHROMIUM` names, or one of Debian's. */
export const CHROMIUM = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0];
