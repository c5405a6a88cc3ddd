/** The words of a page: placeholders, and plural forms by the categories that the server sends. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inLanguage } from './support/language.js';

const { addWords, t } = await import('#js/ui/dom.js');

/** Numbers by the form that each language has for them, as its catalogue (`Plural-Forms`) says. */
const FORMS = {
  en: { one: [1], other: [0, 2, 5, 11, 21, 101] },
  bg: { one: [1], other: [0, 2, 5, 11, 21, 101] },
  el: { one: [1], other: [0, 2, 5, 11, 21, 101] },
  tr: { one: [1], other: [0, 2, 5, 11, 21, 101] },
  ro: { one: [1], few: [0, 2, 11, 19, 101, 119], other: [20, 21, 100, 120] },
  ru: { one: [1, 21, 101], few: [2, 3, 4, 22, 104], many: [0, 5, 11, 12, 14, 20, 111] },
};

for (const [language, forms] of Object.entries(FORMS)) {
  const dom = await inLanguage('ui/dom.js', language);
  dom.addWords({ points: { one: 'one', few: 'few', many: 'many', other: 'other' } });
  describe(`plural forms: ${language}`, () => {
    for (const [form, numbers] of Object.entries(forms))
      for (const n of numbers)
        test(`${n} takes the form "${form}"`, () => assert.equal(dom.t('points', { n }), form));
  });
}

describe('plural forms that a language has not', () => {
  test('a form that the server left out is the usual one', async () => {
    const dom = await inLanguage('ui/dom.js', 'ru');
    dom.addWords({ games: { one: '{n} игра', few: '{n} игры', other: '{n} игр' } });
    assert.equal(dom.t('games', { n: 5 }), '5 игр');
  });
  test('without a number it is the usual one', () => {
    addWords({ games: { one: 'game', other: 'games' } });
    assert.equal(t('games'), 'games');
  });
});

describe('placeholders', () => {
  addWords({
    greeting: '{name} meets {other}',
    twice: '{name}, {name}',
    braces: 'a { b } {n}',
    plain: 'nothing to fill',
  });
  const cases = [
    ['are filled by name', 'greeting', { name: 'Ana', other: 'Bo' }, 'Ana meets Bo'],
    ['are filled wherever they stand', 'twice', { name: 'Ana' }, 'Ana, Ana'],
    ['without a value are empty', 'greeting', { name: 'Ana' }, 'Ana meets '],
    ['take zero as a number', 'braces', { n: 0 }, 'a { b } 0'],
    ['are not looked for in values', 'twice', { name: '{n}', n: 1 }, '{n}, {n}'],
    ['keep a $ of a value', 'twice', { name: '$&' }, '$&, $&'],
    ['may be none', 'plain', { name: 'Ana' }, 'nothing to fill'],
  ];
  for (const [name, key, values, text] of cases)
    test(name, () => assert.equal(t(key, values), text));
  test('a word that the page lacks is its key', () =>
    assert.equal(t('no_such_word'), 'no_such_word'));
  test('words that come later replace those that came first', () => {
    addWords({ renewed: 'before' });
    addWords({ renewed: 'after' });
    assert.equal(t('renewed'), 'after');
  });
});
