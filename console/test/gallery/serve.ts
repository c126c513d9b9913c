import vue from '@vitejs/plugin-vue';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { icons } from '../../build/icons.ts';

/** The policy under which the console is served. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; font-src 'self'",
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types vue",
].join('; ');

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the gallery and serves it as the console is served. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder('.'),
    plugins: [vue({ features: { optionsAPI: false } }), icons()],
    resolve: { alias: { '@': folder('../../src') } },
    build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    const file = extname(pathname) === '' ? '/index.html' : pathname;
    readFile(join(outDir, file)).then(
      (content) => {
        response.setHeader('content-security-policy', POLICY);
        response.setHeader('content-type', TYPES[extname(file)] ?? 'text/html');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
