/** Stepping through a game on squares that is over, or looking at one position of it. */
import { houses, nameOf, pieces, squareOf } from '../squares/geometry.js';
import { pieceImage, kindOf } from '../squares/pieces.js';
import { SquaresView } from '../squares/view.js';
import { byId, t } from '../ui/dom.js';
import { sent, Steps } from './replay_steps.js';

/** @typedef {{ board: string, last?: { path: string[], takes: string[] } }} Placed */
/**
 * @typedef {import('./replay_steps.js').Step & { squares: Placed, marks: [string, string], check?:
 * boolean }} Frame
 */
/**
 * @typedef {import('./replay_steps.js').Shown<Frame> & { game: string, size: number, coordinates:
 * string, house: string }} Data
 */

/** @type {Data} */
const data = sent();
const { game, size, coordinates, house } = data,
  grid = { size, coordinates };
const steps = new Steps(data);
const nothing = () => {};

/**
 * A square as a screen reader says it: "c3: man, Ada".
 * @param {number} at
 */
function describe(at) {
  const letter = pieces(steps.frame.squares.board)[at],
    name = nameOf(grid, at) || t('light_square');
  if (!letter) return `${name}: ${t('empty')}`;
  const kind = kindOf(game, letter);
  return `${name}: ${t(`pieces_${kind}`)}, ${steps.name(pieceImage(game, letter).light ? 0 : 1)}`;
}

const board = new SquaresView(
  byId('board'),
  { game, grid, houses: game === 'ugolki' ? houses(house || '4x3') : [] },
  {
    sources: () => new Set(),
    targets: () => new Map(),
    grips: () => false,
    held: () => -1,
    anywhere: () => false,
    describe,
    pick: nothing,
    tap: nothing,
    go: nothing,
    clear: nothing,
  },
);
board.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));

/**
 * How the last piece went, as squares of the board.
 * @returns {import('../squares/view.js').Trail|null}
 */
function trail() {
  const { last } = steps.frame.squares,
    square = (/** @type {string} */ name) => squareOf(grid, name);
  return last ? { path: last.path.map(square), takes: last.takes.map(square) } : null;
}

steps.run({
  draw(onward) {
    const { squares, turn, check } = steps.frame,
      way = trail(),
      now = pieces(squares.board);
    board.turn(steps.near === 1);
    board.set(now, [], onward ? way : null);
    board.light({
      last: way?.path ?? [],
      plan: [],
      chosen: -1,
      targets: new Map(),
      can: new Set(),
      check: check ? now.indexOf(turn ? 'k' : 'K') : -1,
    });
  },
  facts: (side) => ({ score: steps.frame.marks[side] }),
});
