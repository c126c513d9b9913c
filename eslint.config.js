import eslint from '@eslint/js';
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
  { ignores: ['dist/', 'data/', 'coverage/', 'client/', 'scripts/client/', 'test/client/'] },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.js'] },
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
  { files: ['src/settings/**', 'test/**', 'bench/**', 'jest.config.js'], rules: { 'no-restricted-syntax': 'off' } },
  keepsOutOf('settings', ['modules', 'common', 'kv', 'database'], 'settings/ stands below everything.'),
  keepsOutOf('common', ['modules'], 'common/ serves every module and knows none.'),
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
  { files: ['*.config.js'], extends: [tseslint.configs.disableTypeChecked] },
);
