import eslint from '@eslint/js';
import vue from 'eslint-plugin-vue';
import accessibility from 'eslint-plugin-vuejs-accessibility';
import tseslint from 'typescript-eslint';
import { scopedReads } from './scripts/scoped-reads.js';
import { vueScripts } from './scripts/vue-scripts.js';

/**
 * The layers of src/, each with those that it may import by path. What is not listed is above it, or beside it. Those in
 * `ABOVE_ENTRIES` reach the layers below the entries through the package's own names, `steward/crud` and the like.
 */
const LAYERS = {
  settings: [],
  core: ['settings'],
  workers: ['core', 'settings'],
  database: ['core', 'settings'],
  kv: ['core', 'settings'],
  work: ['kv', 'database', 'core', 'settings'],
  http: ['kv', 'database', 'core', 'settings'],
  crud: ['http', 'kv', 'database', 'core', 'settings'],
  openapi: ['crud', 'http', 'kv', 'database', 'core', 'settings'],
  entries: ['openapi', 'crud', 'http', 'work', 'kv', 'database', 'core', 'settings'],
  logs: [],
  modules: ['logs'],
  generator: ['modules'],
  app: ['generator', 'modules', 'logs', 'openapi', 'crud', 'http', 'work', 'kv', 'database', 'core', 'settings'],
};

const ABOVE_ENTRIES = ['logs', 'modules', 'generator'];

/** The rooms of the generator that only compute: what they are given is all that they know. */
const PURE_ROOMS = ['merge', 'model', 'design', 'render'];

/** The modules below the others: they import none of them. */
const LOWER_MODULES = ['access', 'session'];

/** Steward's own modules, which read accounts, sessions and files on behalf of no caller, or of all. */
const OWN_MODULES = [
  ...['access', 'auth', 'config', 'console', 'dept', 'dict', 'factor', 'file', 'health', 'link', 'mail', 'menu'],
  ...['password', 'role', 'security-event', 'seeds', 'session', 'statistics', 'tenant', 'user', 'view', 'work'],
];

/** What is private to a module. */
const PRIVATE = {
  regex: '^(\\.\\./)+[\\w-]+/.+\\.(controller|dto|job)\\.js$',
  message: 'A module uses the services, entities and permissions of another.',
};

/** Forbids imports of the layers that a layer may not import, and of the entry points. */
function onlyBelow(layer) {
  const below = LAYERS[layer];
  const others = Object.keys(LAYERS).filter((name) => name !== layer && !below.includes(name));
  const forbidden = [...others.map((name) => `${name}/`), 'bin/', 'extensions\\.js'];
  const entries = ABOVE_ENTRIES.includes(layer) ? ['the entries (steward/…)'] : [];
  const allowed = [...entries, ...below].join(', ') || 'no other layer';
  return {
    regex: `^(\\.\\./)+(${forbidden.join('|')})`,
    message: `${layer}/ may import ${allowed}: docs/architecture.md, Layers.`,
  };
}

/** Another module imports these through `steward/access`. */
const ACCESS = {
  regex: '^(\\.\\./)+access/',
  message: 'Modules import what is in access/ from steward/access.',
};

/** A layer below the entries that imported one would import layers above it. */
const ENTRIES = {
  regex: '^steward/',
  message: `Only ${ABOVE_ENTRIES.join(', ')} import entries.`,
};

const NO_MODULE = {
  regex: '^\\.\\./(?!\\.\\./)',
  message: 'This module is below the others: docs/architecture.md, Layers.',
};

/** Types have no effect at run time, and may come from anywhere below. */
const PURE = {
  regex: `^(@nestjs/|typeorm$|node:fs|prettier$|steward/|\\.\\./(?!(${PURE_ROOMS.join('|')})/|\\.\\./core/(errors|value-sizes)\\.js$))`,
  allowTypeImports: true,
  message: 'This room only computes: no Nest, no database, no file system.',
};

/** Restricts what the files that match may import, types included. */
const restrictImports = (files, ...patterns) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export default tseslint.config(
  // What needs the generated client is compiled, strictly, by test/e2e/client.once.spec.ts.
  {
    ignores: [
      ...['build/', 'dist/', 'data/', 'coverage/', 'client/', 'scripts/client/client.ts', 'test/client/'],
      // Linted where it is a product: test/e2e/rental.once.spec.ts.
      'examples/',
      ...['console/dist/', 'console/public/', 'console/src/api/schema.ts', 'console/test-results/'],
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.js', 'scripts/*.js'] },
        extraFileExtensions: ['.vue'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only src/settings/ reads the environment: inject SettingsService.',
        },
      ],
    },
  },
  {
    files: [
      'src/settings/**',
      'test/**',
      'bench/**',
      'scripts/**',
      '*.config.js',
      'console/*.config.ts',
      'console/test/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  ...Object.keys(LAYERS).map((layer) =>
    restrictImports(`src/${layer}/**`, onlyBelow(layer), ...(ABOVE_ENTRIES.includes(layer) ? [] : [ENTRIES])),
  ),
  restrictImports('src/modules/**', onlyBelow('modules'), PRIVATE, ACCESS),
  ...LOWER_MODULES.map((name) =>
    restrictImports(`src/modules/${name}/**`, onlyBelow('modules'), PRIVATE, ACCESS, NO_MODULE),
  ),
  {
    files: [`src/generator/{${PURE_ROOMS.join()}}/**`],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [PURE] }],
    },
  },
  {
    files: ['src/modules/**'],
    ignores: [`src/modules/{${OWN_MODULES.join()}}/**`],
    plugins: { steward: { rules: { 'scoped-reads': scopedReads } } },
    rules: { 'steward/scoped-reads': 'error' },
  },
  { files: ['bench/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['console/src/**/*.vue'],
    extends: [vue.configs['flat/recommended'], accessibility.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: vueScripts } },
    rules: {
      // What Prettier and the compiler already see to, and names of one word, which files of the kit have.
      'vue/html-indent': 'off',
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      'no-undef': 'off',
      // A label points to its control by id; controls of slots are not seen by the rule.
      'vuejs-accessibility/label-has-for': 'off',
      'vuejs-accessibility/form-control-has-label': 'off',
      // A form hears the keys of its fields, a chart or tree those of its parts; what scrolls is reached by keyboard.
      'vuejs-accessibility/no-static-element-interactions': 'off',
      // A table that is shown as cards loses the roles that its elements imply.
      'vuejs-accessibility/no-redundant-roles': 'off',
    },
  },
  // Types of single-file components are vue-tsc's to check.
  {
    files: ['console/src/**', 'console/build/**', 'console/test/gallery/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['console/src/**'], rules: { 'no-restricted-imports': ['error', { patterns: ['../*'] }] } },
  {
    files: ['console/src/kit/**', 'console/src/api/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['../*', '@/pages/*', '@/shell/*'] }] },
  },
  {
    files: ['console/src/pages/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['../*', '@/pages/*'] }] },
  },
  // The generator's page is large enough for rooms of its own, which import each other.
  {
    files: ['console/src/pages/development/generator/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^\\.\\./' }, { regex: '^@/pages/(?!development/generator[./])' }] },
      ],
    },
  },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
