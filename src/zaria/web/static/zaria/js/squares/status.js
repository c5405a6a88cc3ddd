/**
 * What a board game announces when a key asks: L the last move, C the clocks, O the opponent, P the
 * position.
 */
import { common, bothSides } from '../shell/status.js';
import { nameOf } from '../shell/announcer.js';
import { isChess } from './pieces.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */

/**
 * @param {BoardTable} table
 * @param {() => number} now
 */
export const squares = (table, now) => ({
  ...common(table, now),
  o: () => nameOf(table.view.value, 1 - table.me.value),
  p: () => position(table),
});

/**
 * What a piece is called before its square: a king of draughts is a K.
 * @param {string} game
 * @param {string} letter
 */
const pieceLetter = (game, letter) =>
  letter === 'W' || (letter === 'B' && !isChess(game)) ? 'K' : letter;

/**
 * All that stands on the board.
 * @param {BoardTable} table
 */
function position(table) {
  const list = (/** @type {0|1} */ relative) =>
    table.at.value
      .map((letter, at) => ({ letter, at }))
      .filter(
        ({ letter, at }) => letter && (table.owner(at) === table.me.value) === (relative === 0),
      )
      .map(({ letter, at }) => {
        const plain = isChess(table.view.value.game)
          ? letter.toUpperCase() === 'P'
          : letter === letter.toLowerCase();
        return plain
          ? table.name(at)
          : `${pieceLetter(table.view.value.game, letter.toUpperCase())}${table.name(at)}`;
      })
      .join(', ');
  return bothSides(table, list(0), list(1));
}
