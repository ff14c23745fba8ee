/** Lint rules: what the compiler does not check, and limits between the threads. */
import tseslint from 'typescript-eslint';

const toolFiles = ['workers/tools/**/*.ts'];
const ambient = [
  'fetch',
  'indexedDB',
  'caches',
  'XMLHttpRequest',
  'WebSocket',
  'BroadcastChannel',
  'postMessage',
];

export default tseslint.config(
  { ignores: ['dist', 'dist-test', 'node_modules', 'test-results', 'public'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // Ports and handlers are often async by contract, without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      // Methods here are closures without `this`; the only classes are errors.
      '@typescript-eslint/unbound-method': 'off',
      // `void` marks an arrow function whose return value is not used.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // In `newId` and `asId`, the type parameter that only the result uses is intended.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML' },
        { property: 'outerHTML' },
        { property: 'insertAdjacentHTML' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'workers/**/*.{ts,js}'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
      complexity: ['error', 15],
    },
  },
  {
    files: toolFiles,
    ignores: ['workers/tools/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...ambient.map((name) => ({ name, message: 'A tool holds only the ports it was granted.' })),
      ],
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
);
