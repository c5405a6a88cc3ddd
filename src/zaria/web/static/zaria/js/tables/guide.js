/** The first turns at a tables game: the way from 24 to 1, and its steps in words. */
import { byId, t, tap } from '../ui/dom.js';
import { r } from './geometry.js';

/** @type {Record<import('../shell/guide_steps.js').Step, () => string>} */
const TEXTS = {
  choose: () => tap('guide_choose'),
  go: () => tap('guide_go'),
  done: () => t('guide_done', { done: t('done') }),
};

/**
 * @param {{table: DiceTable, view: BoardView}} page
 * @returns {import('../shell/guide.js').Family}
 */
export const family = ({ table, view }) => ({
  place: byId('board'),
  moment: () => ({
    moving: table.moving.value,
    chosen: view.choice.value > 0,
    made: table.moves.value.length,
    finished: table.finished.value,
  }),
  isBusy: () => table.busy.value || table.past.value !== null,
  text: (step) => TEXTS[step](),
  way: () => (table.kind.value.hand ? '' : t('guide_way')),
  roll: () => {
    const { dice, hand, later } = table.view.value;
    return dice.length === 4 && !hand && !later.length ? t('guide_double', { n: dice[0] }) : '';
  },
  arrow: (over) => {
    void view.times.value;
    if (table.kind.value.hand) return '';
    const { w, h } = view.g.shape;
    over.setAttribute('viewBox', `0 0 ${w} ${h}`);
    return wayArrow(view.g);
  },
});

/**
 * The way of the viewer's checkers, along the tips of the points: there on one side of the board, back on
 * the other.
 * @param {Pick<Geometry, 'triangle'|'column'>} g
 */
export function wayArrow(g) {
  const [start, corner, turn, end] = [24, 13, 12, 1].map((point) => g.triangle(point)[2]);
  const along = unit(start, corner),
    back = unit(turn, end),
    bow = g.column * 0.6,
    head = g.column * 0.5;
  const out = (/** @type {XY} */ p) => `${r(p.x + along.x * bow)} ${r(p.y + along.y * bow)}`,
    at = (/** @type {XY} */ p) => `${r(p.x)} ${r(p.y)}`;
  const neck = { x: end.x - back.x * head * 0.8, y: end.y - back.y * head * 0.8 };
  const wing = (/** @type {number} */ s) => ({
    x: end.x - (back.x - s * back.y * 0.55) * head,
    y: end.y - (back.y + s * back.x * 0.55) * head,
  });
  const line = `M${at(start)}L${at(corner)}C${out(corner)} ${out(turn)} ${at(turn)}L${at(neck)}`;
  return (
    `<path class="way under" d="${line}"/><path class="way" d="${line}"/>` +
    `<path class="tip" d="M${at(end)}L${at(wing(1))}L${at(wing(-1))}Z"/>`
  );
}

/**
 * The direction from one place to another, of length 1.
 * @param {XY} from
 * @param {XY} to
 */
function unit(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
