/** Squares, pieces, results and counters in words. */
import { nameOf, say } from '../shell/announcer.js';
import { t } from '../ui/dom.js';
import { kindOf } from './pieces.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */

/**
 * "your king", "their man"; for who looks on "man, Ada".
 * @param {BoardTable} table
 * @param {number} at
 */
function piece(table, at) {
  const letter = table.at.value[at];
  const kind = kindOf(table.view.value.game, letter);
  if (table.you.value === null)
    return `${t(`pieces_${kind}`)}, ${nameOf(table.view.value, table.owner(at) ?? 0)}`;
  return table.owner(at) === table.me.value ? t(`my_${kind}`) : t(`foe_${kind}`);
}

/**
 * Where the piece on a square can go.
 * @param {BoardTable} table
 * @param {number} at
 * @returns {number[]}
 */
function destinations(table, at) {
  const chosen = table.chosen.value;
  if (chosen.length > 1) return at === chosen.at(-1) ? [...table.targets.value.keys()] : [];
  const paths = table.routes.value.map(({ path }) => path).filter((path) => path[0] === at);
  return [...new Set(paths.map((path) => path[path.length - 1]))];
}

/**
 * A square as a screen reader says it: "c3: your man, can go to d4, b4".
 * @param {BoardTable} table
 * @param {number} at
 */
export function describe(table, at) {
  const parts = [table.owner(at) === null ? t('empty') : piece(table, at)],
    first = table.chosen.value[0] ?? -1;
  if (table.captured.value.includes(at)) parts.push(t('caught'));
  const to = table.moving.value ? destinations(table, at) : [];
  if (to.length) parts.push(t('can_go', { list: to.map((i) => table.name(i)).join(', ') }));
  else if (first >= 0 && table.targets.value.has(at)) parts.push(t('reachable'));
  return `${table.name(at) || t('light_square')}: ${parts.join(', ')}`;
}

/**
 * The squares that the viewer has chosen: a piece taken up, its steps so far, a move laid for
 * later.
 * @param {BoardTable} table
 */
export function sayChosen(table) {
  const chosen = table.chosen.value,
    plan = table.plan.value,
    at = chosen.at(-1);
  if (plan.length > 1) say(t('planned', { text: plan.map((one) => table.name(one)).join('–') }));
  else if (plan.length) say(t('chosen', { place: table.name(plan[0]) }));
  else if (at !== undefined) {
    const list = [...table.targets.value.keys()].map((one) => table.name(one)).join(', ');
    const place = t('chosen', { place: chosen.map((one) => table.name(one)).join('–') });
    say(list ? `${place}, ${t('can_go', { list })}` : place);
  }
}

/**
 * Moves that are counted towards an end: "Three kings against one: 7 of 15". Long counts are worth
 * telling when they have come some way.
 * @param {BoardTable} table
 * @returns {string[]}
 */
export const counters = (table) =>
  (table.moment.value?.counters ?? [])
    .filter(([, now, of]) => now > 0 && (of < 20 || now >= of * 0.4))
    .map(([name, now, of]) => t('counter', { name: t(`count_${name}`), now, of }));
