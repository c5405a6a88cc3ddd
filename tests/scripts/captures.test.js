/** Captured pieces and material, counted on a board. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { materialLead, menAtStart, missingPieces } from '#js/squares/captures.js';
import { pieces } from '#js/squares/geometry.js';

const START = 'rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR';
const gone = (board, side) =>
  missingPieces(pieces(board), side)
    .filter(([, count]) => count)
    .map(([kind, count]) => kind + count)
    .join(' ');

describe('captures in chess', () => {
  test('at the start there are none, and nobody leads', () => {
    assert.equal(gone(START, 0), '');
    assert.equal(gone(START, 1), '');
    assert.equal(materialLead(pieces(START), 0), 0);
  });
  test('are what a side lacks of its set', () => {
    const board = 'r.bqkb.r/ppp..ppp/......../......../......../......../PPP.PPPP/RNBQKB.R';
    assert.equal(gone(board, 0), 'p1 n1');
    assert.equal(gone(board, 1), 'p2 n2');
    assert.equal(materialLead(pieces(board), 0), 4);
    assert.equal(materialLead(pieces(board), 1), -4);
  });
  test('a pawn that became a queen is no capture', () => {
    const board = 'Q...k.../......../......../......../......../......../PPPPPPP./RNBQKBNR';
    assert.equal(gone(board, 0), '');
    assert.equal(gone(board, 1), 'p8 n2 b2 r2 q1');
    assert.equal(materialLead(pieces(board), 0), 7 + 6 + 6 + 10 + 18);
  });
});

describe('the men of a side at the start', () => {
  for (const [game, size, men] of [
    ['russian-draughts', 8, 12],
    ['thai-draughts', 8, 8],
    ['turkish-draughts', 8, 16],
    ['frisian-draughts', 10, 20],
    ['canadian-draughts', 12, 30],
  ])
    test(`${men} in ${game}`, () => assert.equal(menAtStart(game, size), men));
});
