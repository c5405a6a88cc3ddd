/** Numbers and marks of an analysis. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nothing } from 'lit-html';
import * as evaluations from '#js/ui/evaluations.js';
import { actsName } from '#js/pages/analysis_summary.js';
import { addWords } from '#js/ui/dom.js';
import { words } from './support/markup.js';
import { speaking } from './support/language.js';

addWords({ an_percent: '{n} %', an_by_net: 'a net', an_by_plain: 'the plain player' });
const SPACE = '\u00a0';

describe('a signed number', () => {
  const cases = [
    [0.1234, '+0.123'],
    [-0.0409, '−0.041'],
    [0, '0.000'],
    [-0.0001, '0.000'],
    [0.0004, '0.000'],
    [0.0006, '+0.001'],
    [1, '+1.000'],
  ];
  for (const [n, text] of cases)
    test(`${n}: ${text}`, () => assert.equal(evaluations.signed(n), text));
  test('with other digits', () => assert.equal(evaluations.signed(-1.25, 1), '−1.3'));
});

describe('a number in each language', () => {
  for (const [language, text] of [
    ['en', '0.5'],
    ['bg', '0,5'],
    ['el', '0,5'],
    ['ro', '0,5'],
    ['ru', '0,5'],
    ['tr', '0,5'],
  ])
    test(`in ${language}: ${text}`, () =>
      assert.equal(
        speaking(language, () => evaluations.number(0.5, 1)),
        text,
      ));
});

describe('a share', () => {
  test('is written in per cents', () => assert.equal(evaluations.percent(0.5), `50.0${SPACE}%`));
  test('with other digits', () => assert.equal(evaluations.percent(0.12345, 2), `12.35${SPACE}%`));
  test('is not torn from its sign', () =>
    assert.equal(evaluations.nonBreaking('5 % and 6 %'), `5${SPACE}% and 6${SPACE}%`));
});

describe('what something is worth', () => {
  test('in points', () => assert.equal(evaluations.equityText(0.25, 'points'), '+0.250'));
  test('as a chance', () => assert.equal(evaluations.equityText(0.25, 'chance'), `25.0${SPACE}%`));
});

describe('how much is lost', () => {
  const cases = [
    ['in points', 0.05, 'points', '−0.050'],
    ['nothing', 0, 'points', '0.000'],
    ['less than is written', 0.0004, 'points', '0.000'],
    ['just below a whole hundredth', 0.0198, 'points', '−0.0198'],
    ['at a whole hundredth', 0.02, 'points', '−0.020'],
    ['just above one', 0.0202, 'points', '−0.020'],
    ['as a chance', 0.05, 'chance', `−5.0${SPACE}%`],
    ['as a chance just below a whole hundredth', 0.0198, 'chance', `−1.98${SPACE}%`],
  ];
  for (const [name, loss, unit, text] of cases)
    test(name, () => assert.equal(evaluations.lossText(loss, unit), text));
});

describe('what judged', () => {
  const cases = [
    ['a net, in short', 'net tapa 5e0c1a77', false, 'a net'],
    ['a net, at length', 'net tapa 5e0c1a77', true, 'a net (game_tapa, 5e0c1a77)'],
    ['the plain player', 'plain', true, 'the plain player'],
    ['a program with a name of its own', 'Stockfish 15.1', true, 'Stockfish 15.1'],
  ];
  for (const [name, engine, long, text] of cases)
    test(name, () => assert.equal(evaluations.evaluatorName(engine, long), text));
});

describe('a turn', () => {
  const cases = [
    ['as it is written', '13/7 8/7', 'turn', '13/7 8/7'],
    ['from the hand', 'hand/4', 'turn', '→4'],
    ['without a move', '', 'turn', 'no_move'],
    ['a decision about the cube', 'take', 'cube', 'an_take'],
    ['a word of the cube in a turn stays', 'take', 'turn', 'take'],
  ];
  for (const [name, text, kind, answer] of cases)
    test(name, () => assert.equal(evaluations.notation(text, kind), answer));
  test('is not torn at its hyphens', () =>
    assert.equal(words(evaluations.unbroken('play e2-e4 now')), 'play e2-e4 now'));
  test('each move with a hyphen is held together', () =>
    assert.equal(evaluations.unbroken('c3-d4 or e3-f4').filter((part) => part.strings).length, 2));
});

describe('a mark', () => {
  for (const [mark, sign] of [
    ['inaccuracy', '?!'],
    ['error', '?'],
    ['blunder', '??'],
  ])
    test(`${mark} is a sign and a word`, () =>
      assert.equal(words(evaluations.sign(mark)), `${sign} an_${mark}`));
  test('none is nothing', () => assert.equal(evaluations.sign(undefined), nothing));
});

describe('what decisions beside the moves are called together', () => {
  for (const [kinds, name] of [
    [['turn', 'resign'], 'an_with_resignations'],
    [['turn', 'resigned'], 'an_with_resignations'],
    [['turn', 'resign', 'double'], 'an_with_cube'],
    [['answer'], 'an_with_cube'],
  ])
    test(`${kinds.join(', ')}: ${name}`, () =>
      assert.equal(actsName({ decisions: kinds.map((kind) => ({ kind })) }), name));
});
