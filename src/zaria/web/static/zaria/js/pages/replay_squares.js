/** Stepping through a game on squares that is over, or looking at one position of it. */
import { houses, squareName, pieces, spot, squareOf, under } from '../squares/geometry.js';
import { pieceImage, kindOf } from '../squares/pieces.js';
import { way } from '../squares/picture.js';
import { SquaresView } from '../squares/view.js';
import { byId, t } from '../ui/dom.js';
import { drawOn } from '../ui/first_press.js';
import { SquaresAttempt } from './attempt_squares.js';
import { SquaresEdit } from './edit_squares.js';
import { sent, Steps } from './replay_steps.js';
import { layOver } from '../ui/arrow_layer.js';

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
/**
 * the move that the reader tries
 * @type {SquaresAttempt|null}
 */
let trial = null;
/**
 * what the reader of a single position does with a square
 * @type {((at: number) => void)|null}
 */
let place = null;

/**
 * A square as a screen reader says it: "c3: man, Ada".
 * @param {number} at
 */
function describe(at) {
  const letter = (trial?.at ?? pieces(steps.drawn.squares.board))[at],
    name = squareName(grid, at) || t('light_square');
  if (!letter) return `${name}: ${t('empty')}`;
  const kind = kindOf(game, letter);
  return `${name}: ${t(`pieces_${kind}`)}, ${steps.name(pieceImage(game, letter).light ? 0 : 1)}`;
}

const board = new SquaresView(
  byId('board'),
  { game, grid, houses: game === 'ugolki' ? houses(house || '4x3') : [] },
  {
    sources: () => trial?.sources() ?? new Set(),
    targets: () => trial?.targets() ?? new Map(),
    grips: (at) => (trial?.chosen.length ?? 2) < 2 && Boolean(trial?.sources().has(at)),
    held: () => trial?.chosen[0] ?? -1,
    anywhere: () => false,
    describe,
    pick: (at) => trial?.pick(at),
    tap(at) {
      trial?.tap(at);
      place?.(at);
    },
    go: (at) => trial?.go(at),
    clear: () => trial?.clear(),
  },
);
board.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));

drawOn(board.root, board, () => import('../squares/drawings.js'));

const over = layOver(board.field);
over.setAttribute('viewBox', `0 0 ${size} ${size}`);

/**
 * Ways to play a turn as arrows: what was played is dotted, the better one is drawn through.
 * @param {import('./replay_steps.js').Compared|null} ways
 */
function compare(ways) {
  const drawn = (/** @type {import('../analysis.js').Choice|undefined} */ choice, look = '') =>
    way({ ...grid, turned: board.turned }, choice?.path ?? [], look);
  over.innerHTML = ways && !trial ? drawn(ways.played, 'dotted') + drawn(ways.better) : '';
}

/**
 * How the last piece went, as squares of the board.
 * @returns {import('../squares/view.js').Trail|null}
 */
function trail() {
  const { last } = steps.drawn.squares,
    square = (/** @type {string} */ name) => squareOf(grid, name);
  return last ? { path: last.path.map(square), takes: last.takes.map(square) } : null;
}

steps.run({
  draw(onward) {
    const { squares, turn, check } = steps.drawn,
      gone = trail(),
      now = pieces(squares.board);
    board.turn(steps.near === 1);
    if (trial) {
      const { chosen } = trial;
      board.set([...trial.at], trial.taken, null);
      board.light({
        last: trial.whole?.path ?? [],
        plan: [],
        chosen: trial.whole ? -1 : (chosen.at(-1) ?? -1),
        targets: trial.targets(),
        can: trial.sources(),
        check: -1,
      });
      return;
    }
    board.set(now, [], onward ? gone : null);
    board.light({
      last: gone?.path ?? [],
      plan: [],
      chosen: -1,
      targets: new Map(),
      can: new Set(),
      check: check ? now.indexOf(turn ? 'k' : 'K') : -1,
    });
  },
  attempt(ways, changed = () => {}) {
    const show = () => {
      steps.show(true);
      changed();
    };
    trial = ways ? new SquaresAttempt(steps.frame.squares.board, ways, grid, show) : null;
    return trial;
  },
  edit(act) {
    const { field } = board,
      side = () => field.getBoundingClientRect().width / size;
    place = act;
    return {
      model: new SquaresEdit(game, grid, steps.frame),
      field,
      size: side,
      under(p) {
        const { left: leftEdge, top } = field.getBoundingClientRect();
        return under(size, { x: (p.x - leftEdge) / side(), y: (p.y - top) / side() }, board.turned);
      },
    };
  },
  compare,
  surface: {
    element: board.field,
    box: () => `0 0 ${size} ${size}`,
    unit: () => 1,
    nameOf: (at) => squareName(grid, at),
    middle(name) {
      const { x, y } = spot(size, squareOf(grid, name), board.turned);
      return { x: x + 0.5, y: y + 0.5 };
    },
    mark(act) {
      place = act;
    },
  },
  facts: (side) => ({ score: steps.drawn.marks[side] }),
});
