/**
 * Stepping through a match that is over, or looking at one position: the table's board without a
 * table.
 */
import { effect, untracked } from '@preact/signals-core';
import { arrows, arrowsOf } from '../tables/arrows.js';
import { landings } from '../tables/steps.js';
import { opposite } from '../tables/geometry.js';
import { BoardView } from '../tables/view.js';
import { byId, t } from '../ui/dom.js';
import { drawOn } from '../ui/first_press.js';
import { importModule } from '../ui/imports.js';
import { DiceAttempt } from './attempt_dice.js';
import { TablesEdit } from './edit_tables.js';
import { sent, Steps } from './replay_steps.js';
import { layOver } from '../ui/arrow_layer.js';

/**
 * What the server wrote of a moment; pairs are light and dark, points in each side's own numbers.
 * @typedef {{ t: string, now: string, side?: number, turn: number, men: [number[], number[]],
 * pins?: [number[], number[]], pips: [number, number], dice?: number[], played?: number[],
 * opening?: number[], rest?: boolean, cube?: { value?: number, owner?: number|null }, proposed?:
 * number[], score: [number, number], crawford?: boolean, moves?: Move[], say: string, due: string,
 * link: string }} Frame
 */
/**
 * @typedef {import('./replay_steps.js').Shown<Frame> & { kinds: Record<string, Kind>, mirror:
 * boolean, cube?: boolean }} Data
 */

/** @type {Data} */
const data = sent();
const steps = new Steps(data);
const root = byId('board'),
  upright = matchMedia('(orientation: portrait) and (max-width: 700px)');

const kind = () => data.kinds[steps.drawn.now];

/** @param {number} point */
function placeName(point) {
  if (point === 0) return t('off');
  return point === 25 ? t('bar') : t('point', { n: point });
}

/**
 * A pair, the near side's first.
 * @template T
 * @param {readonly [T, T]} pair
 * @returns {[T, T]}
 */
const turned = (pair) => [pair[steps.near], pair[1 - steps.near]];

/**
 * the turn that the reader tries
 * @type {DiceAttempt|null}
 */
let trial = null;

/**
 * what the reader of a single position does with a point, in light's numbers
 * @type {((point: number) => void)|null}
 */
let place = null;
const POINTS = new Set(Array.from({ length: 24 }, (_, i) => i + 1));

/** @param {number} point */
function describe(point) {
  if (trial) {
    const [near, far] = trial.count(point);
    return `${placeName(point)}: ${steps.name(steps.near)} ${near}, ${steps.name(1 - steps.near)} ${far}`;
  }
  const checkers = turned(steps.drawn.men),
    there = point > 0 && point < 25 ? opposite(point, kind().parallel) : point;
  const place = placeName(point);
  const near = `${steps.name(steps.near)} ${checkers[0][point]}`,
    far = `${steps.name(1 - steps.near)} ${checkers[1][there]}`;
  return `${place}: ${near}, ${far}`;
}

const over = layOver(root);

/**
 * Ways to play a turn as arrows: what was played is dotted, the better one is drawn through.
 * @param {import('./replay_steps.js').Compared|null} ways
 */
function compare(ways) {
  if (!ways || trial || !board.g) {
    over.innerHTML = '';
    return;
  }
  const { men, pins = [[], []] } = steps.drawn,
    { hand, parallel } = kind(),
    { w, h } = board.g.shape;
  const drawn = (/** @type {import('../analysis.js').Choice|undefined} */ choice, look = '') =>
    choice?.moves
      ? `<g class="${look}">${arrows(board.g, {
          men: turned(men),
          pins: turned(pins),
          parallel,
          side: steps.rel(ways.side),
          arrows: arrowsOf(choice.moves, hand),
        })}</g>`
      : '';
  over.setAttribute('viewBox', `0 0 ${w} ${h}`);
  over.innerHTML = drawn(ways.played, 'dotted') + drawn(ways.better);
}

const halves = data.frames.some((f) => data.kinds[f.now].hand)
  ? await importModule(() => import('../tables/halves.js'), undefined, true)
  : undefined;
const board = new BoardView(root, {
  drawing: halves,
  look: () => ({ mirrored: data.mirror, rails: !upright.matches, parallel: kind().parallel }),
  sources: () => trial?.sources() ?? (place ? POINTS : new Set()),
  targets: (from) => trial?.targets(from) ?? new Map(),
  hints: () => trial !== null,
  describe,
  onMove: (from, to) => trial?.move(from, to),
  onTap(at, how) {
    place?.(steps.near ? opposite(at, kind().parallel) : at);
    if (how !== 'once') trial?.twice(at);
  },
  back: () => trial?.back() ?? null,
  onBack: () => trial?.undo(),
  onDie: () => trial?.swap(),
});
root.classList.toggle('halves', !!halves);
drawOn(root, board, () => import('../tables/drawings.js'));

/** The dice on the board: both players' of an opening, else those of the stage. */
function dice() {
  if (trial) {
    const { used } = trial;
    return trial.dice.map((value, k) => ({ value, used: used[k], mine: true }));
  }
  const { near } = steps,
    { opening, dice = [], played, side = 0, turn, rest: isRest } = steps.drawn,
    byViewer = steps.rel(turn) === 0;
  if (opening && !(opening.length && dice.length)) {
    return [
      { value: opening[near], used: false, mine: true },
      { value: opening[1 - near], used: false, mine: false },
    ];
  }
  // a turn that was stepped over in one keeps its dice in sight
  if (!dice.length && played)
    return played.map((value) => ({ value, used: true, mine: steps.rel(side) === 0 }));
  return dice.map((value) => ({ value, used: false, mine: byViewer, left: isRest }));
}

/** The cube as it lies; one that is offered lies before the side that is asked. */
function cube() {
  const { cube: now = {}, proposed = [], turn, crawford } = steps.drawn,
    { value = 1, owner = null } = now;
  if (data.cube === false || crawford) return null;
  if (proposed.length)
    return {
      value: proposed[proposed.length - 1],
      owner: steps.rel(proposed.length % 2 ? 1 - turn : turn),
    };
  return { value, owner: owner === null ? null : steps.rel(owner) };
}

const arrange = () => {
  root.classList.toggle('norails', upright.matches);
  board.resize();
};
effect(() => {
  void board.times.value;
  untracked(() => compare(steps.compare()));
});
upright.addEventListener('change', arrange);
arrange();

/**
 * The point at a point of the window, in light's numbers: 25 for the bar, -1 for none.
 * @param {XY} p
 */
function under(p) {
  const { g } = board,
    box = root.getBoundingClientRect(),
    x = p.x - box.left,
    y = p.y - box.top;
  if (x < 0 || y < 0 || x > box.width || y > box.height) return -1;
  if (!kind().hand && Math.abs(x - g.barX) <= g.bar / 2) return 25;
  for (const i of POINTS) {
    if (!g.has(i) || g.isNear(i) !== y > box.height / 2) continue;
    if (Math.abs(g.columnX(g.columnOf(i)) - x) <= g.column / 2)
      return steps.near ? opposite(i, kind().parallel) : i;
  }
  return -1;
}

steps.run({
  /**
   * Dice fall and what was moved is marked only on the way on.
   * @param {boolean} onward
   */
  draw(onward) {
    const now = steps.drawn;
    board.resize();
    board.colours(steps.near === 0);
    board.last =
      !trial && now.moves && steps.rel(now.side ?? 0) === 1 ? landings(now.moves, kind().hand) : [];
    board.set(trial?.at ?? { checkers: turned(now.men), pins: turned(now.pins ?? [[], []]) });
    board.setDice(dice(), onward && (now.t === 'rolled' || now.t === 'opening') ? 'fall' : '');
    board.setCube(cube());
  },
  attempt(ways, changed = () => {}) {
    trial = ways
      ? new DiceAttempt(steps.frame, ways, kind(), () => {
          steps.show(true);
          changed();
        })
      : null;
    board.select(0);
    return trial;
  },
  edit(act) {
    place = act;
    const model = new TablesEdit(steps.frame, kind());
    return { model, field: root, size: () => board.g.size, under };
  },
  compare,
  surface: {
    element: root,
    box: () => `0 0 ${board.g.shape.w} ${board.g.shape.h}`,
    unit: () => board.g.column,
    nameOf: String,
    middle(name) {
      const light = Number(name),
        isTurned = steps.near && light > 0 && light < 25,
        { x, y, w, h } = board.g.boxOf(isTurned ? opposite(light, kind().parallel) : light);
      return { x: x + w / 2, y: y + h / 2 };
    },
    mark(act) {
      place = act;
      board.select(0);
    },
  },
  facts: (side) => ({
    pips: steps.drawn.pips[side],
    off: steps.drawn.men[side][0],
    score: steps.frame.score[side],
  }),
});
