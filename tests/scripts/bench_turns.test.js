/** The game that other servers play in the benchmarks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAllowed, move, startingBoard } from '../../tools/bench/peers/node/turns.js';

describe('a turn on a peer', () => {
  test('moves two checkers of a player, as this player counts the points', () => {
    const board = startingBoard();
    move(board, 1, [24, 23, 13, 11]);
    assert.deepEqual([board[0], board[1], board[11], board[13]], [-1, -1, -4, -1]);
    assert.equal(
      board.reduce((sum, checkers) => sum + checkers),
      0,
    );
  });
  test('may be taken back by the next', () => {
    const board = startingBoard();
    move(board, 0, [24, 23, 13, 11]);
    assert.ok(isAllowed(board, 0, [23, 24, 11, 13]));
    move(board, 0, [23, 24, 11, 13]);
    assert.deepEqual(board, startingBoard());
  });
  test('needs checkers of the player, and points that the opponent does not hold', () => {
    const board = startingBoard();
    assert.ok(isAllowed(board, 0, [24, 23, 13, 11]));
    assert.ok(!isAllowed(board, 0, [23, 22, 13, 11]));
    assert.ok(!isAllowed(board, 0, [13, 12, 24, 23]));
    assert.ok(!isAllowed(board, 0, [24, 25, 13, 11]));
    assert.ok(!isAllowed(board, 0, [24, 23]));
  });
});
