/** A lesson of a game with dice, on the board of the table. */
import { effect, untracked } from '@preact/signals-core';
import { arrow, arrows, arrowsOf, spot } from '../tables/arrows.js';
import { pointPath } from '../tables/geometry.js';
import { BoardView } from '../tables/view.js';
import { byId, motion, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';
import { DiceAttempt } from './attempt_dice.js';
import { Lesson, sent } from './lesson_steps.js';
import { layOver } from '../ui/arrow_layer.js';

/**
 * Pairs are light and dark, points in each side's own numbers.
 * @typedef {{ men: [number[], number[]], pins: [number[], number[]] }} Men
 */
/**
 * @typedef {import('./lesson_steps.js').LessonBoard & Men & { dice: number[], hand: boolean, parallel:
 * boolean, tree: any, effects: any, best: Move[], mark: number[], arrows: [number, number][], after:
 * Men|null, cube?: Cube }} TablesBoard
 */

/** @type {{ boards: TablesBoard[], done: number, member: boolean }} */
const data = sent();
const lesson = new Lesson(data),
  root = byId('board'),
  narrow = matchMedia('(orientation: portrait) and (max-width: 700px)');

/** @type {DiceAttempt|null} */
let trial = null;
/** the way of an answer is drawn */
let showsWay = false;

const near = () => lesson.board.side;
const kind = () => ({ hand: lesson.board.hand, parallel: lesson.board.parallel });

/**
 * A pair, the near side's first.
 * @template T
 * @param {readonly [T, T]} pair
 * @returns {[T, T]}
 */
const turned = (pair) => [pair[near()], pair[1 - near()]];

/** @param {number} point */
function describe(point) {
  if (!trial) return '';
  const [nearCount, farCount] = trial.count(point),
    outside = kind().hand ? t('hand') : t('bar'),
    edge = point === 25 ? outside : t('point', { n: point });
  return `${point === 0 ? t('off') : edge}: ${t('counts', { mine: nearCount, theirs: farCount })}`;
}

/** The only way from a point, or the leading die's if it is tapped twice. */
function tapped(/** @type {number} */ from, /** @type {string} */ how) {
  const ways = [...(trial?.targets(from).keys() ?? [])];
  if (ways.length === 1 || (how !== 'once' && ways.length)) {
    board.select(0);
    trial?.move(from, ways[0]);
  }
}

const over = layOver(root);
const halves = data.boards.some((shown) => shown.hand)
  ? await importModule(() => import('../tables/halves.js'), undefined, true)
  : undefined;
const board = new BoardView(root, {
  drawing: halves,
  alone: () => (halves && !lesson.judged && trial?.sources().has(25) ? 25 : 0),
  look: () => ({ mirrored: false, rails: !narrow.matches, parallel: kind().parallel }),
  sources: () => (lesson.judged ? new Set() : (trial?.sources() ?? new Set())),
  targets: (from) => trial?.targets(from) ?? new Map(),
  hints: () => true,
  describe,
  onMove: (from, to) => trial?.move(from, to),
  onTap: tapped,
  back: () => (lesson.judged ? null : (trial?.back() ?? null)),
  onBack: () => trial?.undo(),
  onDie: () => trial?.swap(),
});
root.classList.toggle('halves', !!halves);
board.keys.buttons[0].parentElement?.setAttribute('aria-label', t('board'));

function draw() {
  if (!trial) return;
  const { used } = trial;
  board.colours(near() === 0);
  board.set(trial.at);
  board.setCube(lesson.board.cube ?? null);
  board.setDice(
    trial.dice.map((value, k) => ({ value, used: used[k], mine: true })),
    '',
  );
  paint();
}

/** Marks, arrows and the way of an answer, over the board. */
function paint() {
  const { g } = board,
    { mark, best } = lesson.board;
  const begun = !!trial?.path.length;
  if (!g || begun) {
    over.innerHTML = '';
    return;
  }
  const { men, pins } = lesson.board,
    shown = { men: turned(men), pins: turned(pins), parallel: kind().parallel };
  over.setAttribute('viewBox', `0 0 ${g.shape.w} ${g.shape.h}`);
  const glow = mark
    .filter((point) => point > 0 && point < 25)
    .map((point) => `<path class="lesson-mark" d="${pointPath(g, point)}"/>`);
  const at = (/** @type {number} */ point) => spot(g, shown, 0, point, 0, 1),
    ways = lesson.board.arrows.map(([from, to]) => arrow(g, at(from), at(to), 1)),
    answer = showsWay ? arrows(g, { ...shown, side: 0, arrows: arrowsOf(best, kind().hand) }) : '';
  over.innerHTML = glow.join('') + (answer || ways.join(''));
}

const arrange = () => {
  root.classList.toggle('norails', narrow.matches);
  board.resize();
};
effect(() => {
  void board.times.value;
  untracked(paint);
});
narrow.addEventListener('change', arrange);
arrange();

lesson.run({
  open(shown, changed) {
    const fresh = trial === null;
    trial = new DiceAttempt(shown, shown, kind(), () => {
      draw();
      changed();
    });
    board.select(0);
    board.resize();
    const { speed } = motion;
    if (fresh) motion.speed = 0;
    draw();
    motion.speed = speed;
    return trial;
  },
  end: () => (trial?.query ? String(trial.node) : ''),
  way(on) {
    showsWay = on;
    paint();
  },
  reply() {
    const { after } = lesson.board;
    if (after) board.set({ checkers: turned(after.men), pins: turned(after.pins) });
  },
});
