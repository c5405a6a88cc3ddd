/** What is typed on a score sheet, and the turns that it may mean. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bare, meant, roll } from '#js/pages/scribe_typing.js';

const turns = (...texts) => texts.map((text) => [text, [[24, 1]], '']);
const moves = (...pairs) => pairs.map(([text, move]) => [text, [], move]);
const texts = (all, typed) => meant(all, typed).map(([text]) => text);

describe('a roll', () => {
  test('is two dice, with or without a sign between them', () => {
    for (const text of ['31', '3 1', '3-1', ' 3,1 ']) assert.deepEqual(roll(text), [3, 1]);
    for (const text of ['3', '37', '311', 'd']) assert.equal(roll(text), null);
  });
});

describe('a turn', () => {
  const all = turns('24/23 13/10', '8/5 6/5', 'bar/22 6/5*', '6/off(2) 5/4(2)');

  test('is listed as the server ordered them while nothing is typed', () => {
    assert.deepEqual(meant(all, ''), all);
  });
  test('is spelt from its beginning, in any order of its parts', () => {
    for (const typed of ['8/5', '85', '8565', '6585', '6/5 8/5'])
      assert.deepEqual(texts(all, typed), ['8/5 6/5']);
  });
  test('has letters for the bar and bearing off, and each checker counts', () => {
    assert.deepEqual(texts(all, 'b22'), ['bar/22 6/5*']);
    assert.deepEqual(texts(all, 'bar/22'), ['bar/22 6/5*']);
    assert.deepEqual(texts(all, '6o6o54'), ['6/off(2) 5/4(2)']);
    assert.deepEqual(texts(all, '6o54'), ['6/off(2) 5/4(2)']);
  });
  test('is meant by the points from which it starts', () => {
    assert.deepEqual(texts(all, '24 13'), ['24/23 13/10']);
    assert.deepEqual(texts(all, '86'), ['8/5 6/5']);
  });
  test('is none of them where nothing fits', () => {
    assert.deepEqual(meant(all, '99'), []);
  });
});

describe('a move on squares', () => {
  const all = moves(
    ['Bxc3', 'b4c3'],
    ['bxc3', 'b2c3'],
    ['Nf3', 'g1f3'],
    ['O-O', 'e1g1'],
    ['32x21', '32x21'],
  );

  test('may be written without the sign of a capture, or by its squares', () => {
    assert.deepEqual(texts(all, 'nf3'), ['Nf3']);
    assert.deepEqual(texts(all, 'bc3'), ['Bxc3', 'bxc3']);
    assert.deepEqual(texts(all, 'b2c3'), ['bxc3']);
    assert.deepEqual(texts(all, '3221'), ['32x21']);
    assert.deepEqual(texts(all, 'oo'), ['O-O']);
  });
  test('stands first where all of it is typed', () => {
    const pawn = moves(['Bb5', 'f1b5'], ['b5', 'b4b5'], ['bxa5', 'b4a5']);
    assert.deepEqual(texts(pawn, 'b5'), ['b5']);
    assert.equal(texts(moves(['e4e5', ''], ['e4', 'x']), 'e4')[0], 'e4');
  });
});

test('only letters and digits count', () => {
  assert.equal(bare('Bar/20* 13/8(2)'), 'b20138');
});
