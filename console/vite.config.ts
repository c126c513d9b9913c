import vue from '@vitejs/plugin-vue';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { api } from './build/api.ts';
import { compress } from './build/compress.ts';
import { icons } from './build/icons.ts';

/** Everything that is loaded before the first page: the login needs only this and its own code. */
const START =
  /rolldown.runtime|\/src\/(main|app|router|page-files)\b|\/src\/kit\/\w+\/(field|button|icon|phone|toasts?)\b|\/src\/shell\/(shell\.text|site-logo|choices)|\/src\/(shell\/(login-fields|captcha-field)|kit\/feedback\/banner)\.vue\?.*type=style\b|\/src\/shell\/login\.css|node_modules\/(vue|@vue|vue-router|openapi-fetch)\//;

/** What every table needs beyond that: one file in place of thirty. */
const TABLES =
  /\/src\/(shell\/layout|kit\/crud\/(index|crud-page|define-crud|field-values|validate)|kit\/\w+\/(avatar|combobox|epoch|lazy-input|no-value|tag|thumbnail)|api\/(queries|choices))\b/;

/**
 * The styles of everything else: one file, because forty of a few hundred bytes each are a third larger when compressed.
 */
const STYLES = /[?&]type=style\b|\.css$/;

/**
 * Parts that are used together or one after the other: one file each, because many small ones are a tenth larger when
 * compressed. A page loads a whole group for one part of it, so those that pages need at once have to stay small.
 */
const PARTS = {
  references: /\/src\/kit\/(controls\/(multi-select|tags-field)|crud\/crud-(reference|tree-field))\b/,
  sources: /\/src\/kit\/(controls\/((source|json)-field|html-preview)|lib\/(markdown|safe-html|json-fault))\b/,
  inputs: /\/src\/kit\/controls\/((images?|colour|whole)-field|number-range|radio-group|choice-switch)\b/,
  forms: /\/src\/kit\/crud\/(crud-(form|lines)|bulk-(edit|dialog)|section-nav)\b/,
  trees: /\/src\/kit\/crud\/(use-branches|tree-(source|rest|rows|keys)|tree\.text)\b|vue-query\/.*\/useQueries\b/,
  departments:
    /\/src\/pages\/access\/(dept-tree|role-(departments|scope)|use-dept-moves|dept-nodes|user-departments|scopes|dept-places|role\.text|dept\.(page|text))\b/,
  permissions:
    /\/src\/(kit\/controls\/check-|pages\/(profile-token(s\.vue|-dialog)|access\/(role-(permissions|grants|menu|preview)|grantable)))/,
  logs: /\/src\/(pages\/log\/|text\/(security-event|operation)\.text)/,
  factors: /\/src\/(pages\/profile-(factor-dialog|passkeys|factors)|kit\/account\/(totp|step-up|passkey-dialog))/,
  generation:
    /\/src\/pages\/development\/generator\/((merge|choose)\/generator-(again|check)\.text|preview\/(table-plans|file-tree)|run\/module-removal|choose\/(module-|modules-))/,
  settings: /\/src\/pages\/system\/(config|dict|work|file)/,
  menus: /\/src\/pages\/access\/menu-(icon|move|name|tree)/,
  access:
    /\/src\/(pages\/access\/((online|sso|token|tenant)\.(page|text)|tenant-expiry|use-force-logout)|text\/api-token)/,
  views: /\/src\/kit\/crud\/(crud-views|columns-popover|view-dialog|views\.text|use-views)/,
  accents: /\/src\/(style\/accent|pages\/system\/accent)/,
  login: /\/src\/shell\/(login\.(vue|text)|use-login|login-fields|captcha-field|use-seconds)/,
  users: /\/src\/pages\/access\/user-(detail|rows|link|reset-password)\b/,
  links: /\/src\/shell\/(forgot|link|restricted)\b/,
  dashboard: /\/src\/pages\/dashboard(-start|-steps|-links|\.text)/,
  values: /\/src\/kit\/(data\/(json-tree|code)|crud\/rare-values)\b/,
  user: /\/src\/shell\/(user-menu|shortcuts-dialog)\b/,
  account: /\/src\/(kit\/(account\/(account\.text|recovery-codes)|controls\/copy-field)|api\/passkey)\b/,
  details:
    /\/src\/kit\/crud\/(detail-tabs|row-tab\.vue|crud-(files|history)|files\.text|history)|\/(useInfiniteQuery|infiniteQuery(Observer|Behavior))\.js/,
  notes: /\/src\/kit\/(crud\/(refusal|use-form)|feedback\/(banner|saving-note))\b/,
  generator:
    /\/src\/pages\/development\/generator\/(design|merge|preview|run)\/([\w-]+\.vue|sample-page|generator-design\.text)/,
};

/** Parts of dialogs, menus and popups, with all that they are made of. */
const OVERLAYS =
  /\/reka-ui\/dist\/((Alert)?Dialog|(Dropdown)?Menu|Pop(over|per)|FocusScope|DismissableLayer|Presence|RovingFocus|Primitive|Tabs|Teleport|ConfigProvider|Collection|shared\/(?!use(Date|Calendar)))|\/src\/kit\/(overlays\/dialog|controls\/tabs)\b/;

/** Fields of days and times, the calendar, and all that they are made of. */
const DATES = /\/reka-ui\/dist\/(date|(Range)?Calendar|(Date|Time)Field)|\/src\/kit\/controls\/(calendar|date)/;

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
            { name: 'overlays', test: OVERLAYS },
            { name: 'dates', test: DATES },
            ...Object.entries(PARTS).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
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
