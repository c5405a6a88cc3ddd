/** Squares: their names, where they lie, and what stands on them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as squares from '#js/squares/geometry.js';
import { kindOf, pieceImage } from '#js/squares/pieces.js';

const CHESS = { size: 8, coordinates: 'letters' };
const SHASHKI = { size: 8, coordinates: 'numbers' };
const DRAUGHTS = { size: 10, coordinates: 'numbers' };
const INTERNATIONAL = { size: 10, coordinates: 'letters' };

const ITALIAN = { size: 8, coordinates: 'mirror' };
const SPANISH = { size: 8, coordinates: 'mirror-light' };
const CANADIAN = { size: 12, coordinates: 'numbers' };
const PLAIN = { size: 8, coordinates: 'plain' };

describe('the name of a square', () => {
  const cases = [
    [CHESS, 0, 'a8'],
    [CHESS, 7, 'h8'],
    [CHESS, 56, 'a1'],
    [CHESS, 63, 'h1'],
    [CHESS, 36, 'e4'],
    [INTERNATIONAL, 0, 'a10'],
    [INTERNATIONAL, 99, 'j1'],
    [SHASHKI, 1, '1'],
    [SHASHKI, 7, '4'],
    [SHASHKI, 8, '5'],
    [SHASHKI, 56, '29'],
    [SHASHKI, 62, '32'],
    [SHASHKI, 0, ''],
    [DRAUGHTS, 1, '1'],
    [DRAUGHTS, 10, '6'],
    [DRAUGHTS, 90, '46'],
    [DRAUGHTS, 98, '50'],
    [DRAUGHTS, 11, ''],
    [ITALIAN, 0, '1'],
    [ITALIAN, 9, '5'],
    [ITALIAN, 63, '32'],
    [ITALIAN, 1, ''],
    [SPANISH, 63, '1'],
    [SPANISH, 57, '4'],
    [SPANISH, 0, '32'],
    [CANADIAN, 1, '1'],
    [CANADIAN, 142, '72'],
    [PLAIN, 1, 'b8'],
  ];
  for (const [grid, at, name] of cases)
    test(`${grid.size}×${grid.size} by ${grid.coordinates}: ${at} is "${name}"`, () =>
      assert.equal(squares.squareName(grid, at), name));
  for (const grid of [CHESS, SHASHKI, DRAUGHTS, INTERNATIONAL, ITALIAN, SPANISH, CANADIAN, PLAIN])
    test(`leads back to the square (${grid.size} by ${grid.coordinates})`, () => {
      for (let at = 0; at < grid.size ** 2; at++) {
        const name = squares.squareName(grid, at);
        if (name) assert.equal(squares.squareOf(grid, name), at);
      }
    });
  for (const [grid, name] of [
    [CHESS, 'i1'],
    [CHESS, 'a9'],
    [CHESS, 'a0'],
    [CHESS, ''],
    [SHASHKI, '0'],
    [SHASHKI, '33'],
    [DRAUGHTS, '51'],
    [DRAUGHTS, ''],
    [SPANISH, ''],
    [SPANISH, '33'],
  ])
    test(`"${name}" is no square of ${grid.size} by ${grid.coordinates}`, () =>
      assert.equal(squares.squareOf(grid, name), -1));
});

describe('dark squares', () => {
  for (const [size, at, is] of [
    [8, 0, false],
    [8, 1, true],
    [8, 8, true],
    [8, 63, false],
    [8, 56, true],
    [10, 90, true],
    [10, 99, false],
  ])
    test(`${at} of ${size}×${size} is ${is ? 'dark' : 'light'}`, () =>
      assert.equal(squares.dark({ size, coordinates: 'letters' }, at), is));
  for (const coordinates of ['mirror', 'mirror-light'])
    test(`the corner of light's right hand is dark where the board is ${coordinates}`, () => {
      assert.equal(squares.dark({ size: 8, coordinates }, 63), true);
      assert.equal(squares.dark({ size: 8, coordinates }, 56), false);
    });
  test('no square of a plain board is dark', () =>
    assert.ok(!Array.from({ length: 64 }, (_, at) => squares.dark(PLAIN, at)).includes(true)));
});

describe('where a square lies', () => {
  test('light sees a8 far on the left', () =>
    assert.deepEqual(squares.spot(8, 0, false), { x: 0, y: 0 }));
  test('dark sees it near on the right', () =>
    assert.deepEqual(squares.spot(8, 0, true), { x: 7, y: 7 }));
  for (const turned of [false, true])
    test(`a tap in its middle finds it (${turned ? 'dark' : 'light'} is below)`, () => {
      for (let at = 0; at < 100; at++) {
        const { x, y } = squares.spot(10, at, turned);
        assert.equal(squares.under(10, { x: x + 0.5, y: y + 0.5 }, turned), at);
      }
    });
  for (const [name, point] of [
    ['on the left', { x: -0.1, y: 3 }],
    ['on the right', { x: 8, y: 3 }],
    ['above', { x: 3, y: -0.1 }],
    ['below', { x: 3, y: 8 }],
  ])
    test(`a tap ${name} of the board finds none`, () =>
      assert.equal(squares.under(8, point, false), -1));
});

describe('the nearest square for a finger', () => {
  const cases = [
    ['one beside the finger', { x: 1.2, y: 0.5 }, [0, 5], 0.3, false, 0],
    ['none beyond its reach', { x: 1.4, y: 0.5 }, [0, 5], 0.3, false, -1],
    ['the one below it before one beside it', { x: 1.05, y: 0.5 }, [0, 1], 0.5, false, 1],
    ['the nearer of several', { x: 2.5, y: 1.4 }, [9, 11, 2], 2, false, 2],
    ['none of none', { x: 1, y: 1 }, [], 5, false, -1],
    ['as dark sees it', { x: 7.5, y: 7.5 }, [0, 63], 1, true, 0],
  ];
  for (const [name, point, all, reach, turned, at] of cases)
    test(name, () => assert.equal(squares.nearest(8, point, all, reach, turned), at));
});

describe('what stands on the squares', () => {
  test('letters of pieces, and nothing for a dot', () =>
    assert.deepEqual(squares.pieces('r.K/.w.'), ['r', '', 'K', '', 'w', '']));
  test('nothing on no board', () => assert.deepEqual(squares.pieces(''), []));
  for (const [game, letter, kind] of [
    ['chess', 'Q', 'q'],
    ['chess', 'n', 'n'],
    ['draughts', 'W', 'king'],
    ['draughts', 'b', 'man'],
  ])
    test(`${letter} of ${game} is a ${kind}`, () => assert.equal(kindOf(game, letter), kind));
  for (const [game, letter, symbol, light, king] of [
    ['chess', 'Q', 'ch-q-lt', true, false],
    ['chess', 'p', 'ch-p-dk', false, false],
    ['ugolki', 'w', 'peg-lt', true, false],
    ['ugolki', 'b', 'peg-dk', false, false],
    ['draughts', 'w', 'man-lt', true, false],
    ['draughts', 'B', 'king-dk', false, true],
    ['draughts', 'W', 'king-lt', true, true],
  ])
    test(`${letter} of ${game} is drawn as ${symbol}`, () =>
      assert.deepEqual(pieceImage(game, letter), { symbol, light, king }));
});

describe('the houses of ugolki', () => {
  const [near, far] = squares.houses('4x3');
  test('hold four by three squares each', () =>
    assert.deepEqual([near.length, far.length], [12, 12]));
  test('light’s is near on the left', () => assert.ok(near.includes(56) && near.includes(43)));
  test('dark’s is far on the right', () => assert.ok(far.includes(7) && far.includes(20)));
  test('share no square', () => assert.ok(!near.some((at) => far.includes(at))));
});

describe('the drawing of an empty board', () => {
  test('has letters and ranks on all four sides', () =>
    assert.equal(squares.scene(CHESS, false, [], false).match(/<text/g).length, 32));
  test('has a number on each dark square', () =>
    assert.equal(squares.scene(DRAUGHTS, false, [], true).match(/<text/g).length, 50));
  test('has two lines round each house', () =>
    assert.equal(
      squares.scene(CHESS, false, squares.houses('3x3'), false).match(/sq-house/g).length,
      4,
    ));
  test('begins with h where dark is below', () =>
    assert.match(squares.scene(CHESS, true, [], false), />h<\/text>.*>a<\/text>/));
  test('has a narrower frame with more squares', () =>
    assert.ok(squares.frame(10) < squares.frame(8)));
});
