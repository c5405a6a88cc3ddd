/** A lesson of a board game, on the board of the table. */
import { houses, pieces, spot, squareName } from '../squares/geometry.js';
import { isChess, kindOf, pieceImage } from '../squares/pieces.js';
import { way } from '../squares/picture.js';
import { SquaresView } from '../squares/view.js';
import { byId, t } from '../ui/dom.js';
import { SquaresAttempt } from './attempt_squares.js';
import { Lesson, sent } from './lesson_steps.js';
import { layOver } from '../ui/arrow_layer.js';

/**
 * Squares of `mark` and `arrows` are numbers from the far left, those of `best` names.
 * @typedef {import('./lesson_steps.js').LessonBoard & { board: string, size: number, coordinates: string,
 * house: string, ways: import('../protocol.js').MoveView[], best: string[], mark: number[], arrows:
 * [number, number][], after: string|null }} SquaresBoard
 */

/** @type {{ boards: SquaresBoard[], done: number, member: boolean }} */
const data = sent();
const lesson = new Lesson(data),
  [{ size, coordinates, house, game }] = data.boards,
  grid = { size, coordinates };

/** @type {SquaresAttempt|null} */
let trial = null;
/** the way of an answer is drawn */
let showsWay = false;

/**
 * A square as a screen reader says it: "c3: man, light".
 * @param {number} at
 */
function describe(at) {
  const letter = trial?.at[at],
    name = squareName(grid, at) || t('light_square');
  if (!letter) return `${name}: ${t('empty')}`;
  const isOwn = pieceImage(game, letter).light === (lesson.board.side === 0);
  return `${name}: ${t(`${isOwn ? 'my' : 'foe'}_${kindOf(game, letter)}`)}`;
}

const view = new SquaresView(
  byId('board'),
  { game, grid, houses: game === 'ugolki' ? houses(house) : [] },
  {
    sources: () => (lesson.judged ? new Set() : (trial?.sources() ?? new Set())),
    targets: () => trial?.targets() ?? new Map(),
    grips: (at) =>
      !lesson.judged && (trial?.chosen.length ?? 2) < 2 && Boolean(trial?.sources().has(at)),
    held: () => trial?.chosen[0] ?? -1,
    anywhere: () => false,
    describe,
    pick: (at) => trial?.pick(at),
    tap: (at) => {
      if (!lesson.judged) trial?.tap(at);
    },
    go: (at) => trial?.go(at),
    clear: () => trial?.clear(),
  },
);
view.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));
const over = layOver(view.field);
over.setAttribute('viewBox', `0 0 ${size} ${size}`);

/** Marks, arrows and the way of an answer, over the board. */
function paint() {
  if (trial?.undoable) {
    over.innerHTML = '';
    return;
  }
  const { mark, arrows, best } = lesson.board,
    board = { ...grid, turned: view.turned };
  const glow = mark.map((at) => {
    const { x, y } = spot(size, at, view.turned);
    return `<rect class="lesson-mark" x="${x}" y="${y}" width="1" height="1"/>`;
  });
  const named = (/** @type {number} */ at) => squareName(grid, at),
    ways = arrows.map((squares) => way(board, squares.map(named), ''));
  over.innerHTML = glow.join('') + (showsWay ? way(board, best, '') : ways.join(''));
}

function draw() {
  if (!trial) return;
  view.turn(lesson.board.side === 1);
  view.set([...trial.at], trial.taken, trail());
  view.light({
    last: trial.whole?.path ?? [],
    plan: [],
    chosen: trial.whole ? -1 : (trial.chosen.at(-1) ?? -1),
    targets: trial.targets(),
    can: isChess(game) ? new Set() : trial.sources(),
    check: -1,
  });
  paint();
}

/** The way of the piece that moved, with what it took. */
function trail() {
  if (trial?.whole) return { path: trial.whole.path, takes: trial.whole.takes };
  return trial && trial.chosen.length > 1 ? { path: trial.chosen, takes: [] } : null;
}

lesson.run({
  open(shown, changed) {
    trial = new SquaresAttempt(shown.board, shown, grid, () => {
      draw();
      changed();
    });
    draw();
    return trial;
  },
  end: () => trial?.whole?.move ?? '',
  way(on) {
    showsWay = on;
    paint();
  },
  reply() {
    const { after } = lesson.board;
    if (after) view.set(pieces(after), [], null);
  },
});
