/** Rules for the JavaScript beyond its types, which tsc checks, and its layout, which Prettier decides. */
import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';

/** Names that do not say what a variable holds; tests/test_names.py asks the same of the templates. */
export const PRONOUNS =
  'found one two three four each other here own known left kept made said asked given theirs mine rest got ' +
  'told heard what';

/** Refuses variables, parameters and functions with such a name; properties may be of a protocol. */
const pronouns = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { pronoun: "'{{name}}' does not say what it holds." },
  },
  create: ({ sourceCode, report }) => ({
    'Program:exit'() {
      const refused = new Set(PRONOUNS.split(' '));
      const variables = sourceCode.scopeManager.scopes.flatMap((scope) => scope.variables);
      for (const { name, identifiers } of variables)
        if (refused.has(name) && identifiers.length)
          report({ node: identifiers[0], messageId: 'pronoun', data: { name } });
    },
  }),
};

export default [
  js.configs.recommended,
  {
    plugins: { '@stylistic': stylistic, zaria: { rules: { pronouns } } },
    rules: {
      'no-nested-ternary': 'error',
      'zaria/pronouns': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // tsc knows every global name and every type of the browser
      'no-undef': 'off',
      '@stylistic/max-len': ['error', { code: 120 }],
    },
  },
];
