import eslint from '@eslint/js';
import vue from 'eslint-plugin-vue';
import accessibility from 'eslint-plugin-vuejs-accessibility';
import tseslint from 'typescript-eslint';

/** Forbids the files of a folder to import from others. */
const keepsOutOf = (folder, forbidden, message) => ({
  files: [`src/${folder}/**`],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ regex: `/(${forbidden.join('|')})/`, message }] }],
  },
});

export default tseslint.config(
  // What needs the generated client is compiled, strictly, by test/e2e/client.spec.ts.
  {
    ignores: [
      ...['dist/', 'data/', 'coverage/', 'client/', 'scripts/client/client.ts', 'test/client/'],
      ...['console/dist/', 'console/public/', 'console/src/api/schema.ts', 'console/test-results/'],
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.js'] },
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
          message: 'Only src/settings/ reads the environment: inject ConfigService.',
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
      'jest.config.js',
      'console/*.config.ts',
      'console/test/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  keepsOutOf('settings', ['modules', 'core', 'kv', 'database'], 'settings/ stands below everything.'),
  keepsOutOf('core', ['modules', 'http', 'crud'], 'core/ serves every module and knows none.'),
  keepsOutOf('kv', ['modules', 'database'], 'kv/ stands below the modules.'),
  {
    files: ['src/modules/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.\\./[\\w-]+/.+\\.(controller|dto|job)\\.js$',
              message: 'A module reaches another through its exported services, entities and permissions.',
            },
          ],
        },
      ],
    },
  },
  { files: ['bench/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['console/src/**/*.vue'],
    extends: [vue.configs['flat/recommended'], accessibility.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
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
  { files: ['*.config.js'], extends: [tseslint.configs.disableTypeChecked] },
);
