/** What a side has captured, and by how much its material leads: counted on the board that is shown. */
import { houses } from './geometry.js';
import { isChess, pieceImage } from './pieces.js';
import { html, nothing, t } from '../ui/dom.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */

/**
 * The chess set of a side, and what its pieces are worth, in pawns.
 * @type {readonly (readonly [kind: string, count: number, worth: number])[]}
 */
const CHESS_SET = [
  ['p', 8, 1],
  ['n', 2, 3],
  ['b', 2, 3],
  ['r', 2, 5],
  ['q', 1, 9],
];

/**
 * Men of a side in draughts: by squares along an edge, or by the game where that has others.
 * @type {Record<string|number, number>}
 */
const MEN = { 8: 12, 10: 20, 12: 30, 'turkish-draughts': 16, 'thai-draughts': 8 };

/**
 * Men of a side at the start of a game of draughts.
 * @param {string} game
 * @param {number} size squares along an edge
 */
export const menAtStart = (game, size) => MEN[game] ?? MEN[size];

/**
 * @param {readonly string[]} board
 * @param {string} letter
 */
const countOf = (board, letter) => board.filter((piece) => piece === letter).length;

/**
 * A chess piece's letter in the colour of a side.
 * @param {string} kind
 * @param {number} side
 */
const letterOf = (kind, side) => (side ? kind : kind.toUpperCase());

/**
 * The pieces of a side that are gone, by kind. A promoted piece stands for the pawn that it was.
 * @param {readonly string[]} board
 * @param {number} side
 * @returns {[kind: string, count: number][]}
 */
export function missingPieces(board, side) {
  const present = CHESS_SET.map(([kind]) => countOf(board, letterOf(kind, side)));
  const promoted = CHESS_SET.reduce(
    (sum, [kind, count], i) => sum + (kind === 'p' ? 0 : Math.max(0, present[i] - count)),
    0,
  );
  return CHESS_SET.map(([kind, count], i) => [
    kind,
    Math.max(0, count - present[i] - (kind === 'p' ? promoted : 0)),
  ]);
}

/**
 * By how many pawns the material of a side leads; below 0 it is behind.
 * @param {readonly string[]} board
 * @param {number} side
 */
export const materialLead = (board, side) =>
  CHESS_SET.reduce(
    (sum, [kind, , worth]) =>
      sum +
      worth * (countOf(board, letterOf(kind, side)) - countOf(board, letterOf(kind, 1 - side))),
    0,
  );

/** So many pieces of a kind have room beside the name of a player on a phone; more stand closer. */
const SPACIOUS = 12;

/**
 * The captured pieces in a row, those of a kind close together.
 * @param {string} game
 * @param {[name: string, letter: string, count: number][]} captures
 */
function pictures(game, captures) {
  const taken = captures.filter(([, , count]) => count > 0);
  if (!taken.length) return nothing;
  const list = taken.map(([name, , count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ');
  const drawn = taken.map(
    ([, letter, count]) =>
      html`<i class=${count > SPACIOUS ? 'many' : ''}
        >${Array.from(
          { length: count },
          () =>
            html`<svg viewBox="0 0 100 100">
              <use href=${`#${pieceImage(game, letter).symbol}`} />
            </svg>`,
        )}</i
      >`,
  );
  return html`<span class="captures" role="img" aria-label=${t('captures', { list })}
    >${drawn}</span
  >`;
}

/**
 * What the card of a side says of captures: pieces and material in chess, men in draughts, men that have
 * come home in ugolki.
 * @param {BoardTable} table
 * @param {number} side
 */
export function captures(table, side) {
  const { game, size, options, from_position: isChosen } = table.view.value,
    board = table.at.value;
  if (game === 'ugolki') {
    const house = houses(String(options.house ?? '4x3'))[1 - side],
      count = house.filter((at) => board[at] && table.owner(at) === side).length;
    return html`<span>${t('housed')} <b>${count}/${house.length}</b></span>`;
  }
  if (isChess(game)) {
    const lead = materialLead(board, side),
      missing = isChosen ? [] : missingPieces(board, 1 - side);
    return html`${lead > 0 ? html`<b>+${lead}</b>` : nothing}${pictures(
      game,
      missing.map(([kind, count]) => [t(`pieces_${kind}`), letterOf(kind, 1 - side), count]),
    )}`;
  }
  const present = board.filter(
    (letter, at) => letter && table.owner(at) !== side && !table.captured.value.includes(at),
  ).length;
  const count = isChosen ? 0 : menAtStart(game, size) - present;
  return pictures(game, [[t('pieces_man'), side ? 'w' : 'b', count]]);
}
