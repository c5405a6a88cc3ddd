/** Words for players, results and places.
 *  @typedef {import('./state.js').View} View @typedef {import('./state.js').Table} Table */
import { t } from '../i18n.js';
import { opposite } from '../board/geometry.js';

/** @param {View} view @param {number} side */
export const nameOf = (view, side) => {
  const player = view.players[side];
  return !player ? t('nobody') : player.bot ? t('computer') : player.name;
};

/** "You" for the viewer, else the name. @param {Table} table @param {number} side */
export const playedBy = (table, side) => (side === table.you.value ? t('you') : nameOf(table.view.value, side));

/** A win of so many points, before the cube. @param {number} points */
export const kindName = (points) => t(['single', 'mars', 'koks', 'home_mars'][Math.min(points, 4) - 1]);

/** A point as a screen reader says it: "Point 8: 3 yours, 0 theirs, can go to 5, 3". @param {Table} table @param {number} at */
export function describe(table, at) {
  const { men, pins } = table.at.value, { parallel } = table.kind.value;
  const there = at > 0 && at < 25 ? opposite(at, parallel) : at;
  const place = at === 0 ? t('off') : at === 25 ? t('bar') : t('point', { n: at });
  const parts = [t('counts', { mine: men[0][at], theirs: men[1][there] })];
  if (pins[0].includes(at)) parts.push(t('pinned_mine'));
  if (at > 0 && at < 25 && pins[1].includes(there)) parts.push(t('pinned_theirs'));
  const to = [...table.targets(at).keys()].map((p) => (p ? String(p) : t('off')));
  if (to.length) parts.push(t('can_go', { list: to.join(', ') }));
  return `${place}: ${parts.join(', ')}`;
}

/** All that stands on the board, in words. @param {Table} table */
export function position(table) {
  const list = (/** @type {0|1} */ side) => table.at.value.men[side]
    .map((n, p) => (n && p ? `${p === 25 ? t('bar') : p}: ${n}` : '')).filter(Boolean).reverse().join(', ');
  return t('position', { mine: list(0), theirs: list(1) });
}
