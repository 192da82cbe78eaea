// SPDX-License-Identifier: MIT
// What eslint looks for in the JavaScript of this repository; tests/check/eslint.test.js runs it. Types are tsc's
// business: this is about what a reader stumbles over and what is wrong whatever the types.
import js from '@eslint/js';
import globals from 'globals';

/** Of a file whose names JSX uses: eslint alone does not see them, tsc does. */
const JSX = { 'no-unused-vars': 'off' };

export default [
  { ignores: ['build/**', 'types/**', 'node_modules/**', 'bindings/abi.js', 'bindings/inline.js'] },
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs,jsx}'],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      parserOptions: { ecmaFeatures: { jsx: true } },
      globals: { ...globals.browser, ...globals.node },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
      'object-shorthand': 'error',
      'no-useless-rename': 'error',
      'no-else-return': 'error',
      'no-lonely-if': 'error',
      'no-unneeded-ternary': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-throw-literal': 'error',
      'no-self-compare': 'error',
      'no-unused-vars': ['error', { args: 'after-used', ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-control-regex': 'off', // names and files are cleaned of them
    },
  },
  { files: ['**/*.jsx'], rules: JSX },
];
