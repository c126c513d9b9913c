import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { api } from './build/api.ts';
import { compress } from './build/compress.ts';
import { icons } from './build/icons.ts';

/** Everything that is loaded before the first page: the login needs only this and its own code. */
const START =
  /rolldown.runtime|\/src\/(main|app|router|page-files)\b|\/src\/kit\/\w+\/(field|button|icon|phone|toasts?)\b|\/src\/shell\/(shell\.text|site-logo|choices)|\/src\/(shell\/login(-fields)?|kit\/feedback\/banner)\.vue\?.*type=style\b|node_modules\/(vue|@vue|vue-router|openapi-fetch)\//;

/** What every table needs beyond that: one file in place of thirty. */
const TABLES =
  /\/src\/(shell\/layout|kit\/crud\/(index|crud-page|define-crud|validate)|kit\/\w+\/(avatar|combobox|lazy-input|no-value|tag|thumbnail)|api\/(queries|choices))\b/;

/**
 * The styles of everything else: one file, because forty of a few hundred bytes each are a third larger when compressed.
 */
const STYLES = /[?&]type=style\b|\.css$/;

/** Where the API is while the console is worked on. */
const SERVICE = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  base: '/console/',
  plugins: [vue({ features: { optionsAPI: false } }), icons(), compress(), api(SERVICE)],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  build: {
    target: 'es2022',
    // The content security policy knows no inline code and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: START, priority: 2 },
            { name: 'styles', test: STYLES, priority: 1 },
            { name: 'tables', test: TABLES },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': {
        target: SERVICE,
        // A service that restarts is away for a moment: the console waits for it, as for any other.
        configure: (proxy) =>
          proxy.on('error', (_error, _request, response) => {
            if ('writeHead' in response && !response.headersSent) response.writeHead(503, { 'Retry-After': '1' }).end();
          }),
      },
    },
  },
  test: { include: ['test/unit/**/*.spec.ts'] },
});
