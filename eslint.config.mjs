/** Rules for the JavaScript beyond its types, which tsc checks, and its layout, which Prettier decides. */
import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';

export default [
  js.configs.recommended,
  {
    plugins: { '@stylistic': stylistic },
    rules: {
      'no-nested-ternary': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // tsc knows every global name and every type of the browser
      'no-undef': 'off',
      '@stylistic/max-len': ['error', { code: 120 }],
    },
  },
];
