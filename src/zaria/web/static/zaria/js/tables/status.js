/** What a key announces at a tables game: L the last move, C the clocks, O the opponent, P the position. */
import { nameOf } from '../shell/announcer.js';
import { common, bothSides } from '../shell/status.js';
import { t } from '../ui/dom.js';
import { opposite } from './geometry.js';
import { outside } from './narration.js';

/**
 * At tables.
 * @param {DiceTable} table
 * @param {() => number} now
 */
export const tables = (table, now) => ({
  ...common(table, now),
  o: () => {
    const v = table.view.value,
      side = 1 - table.me.value;
    const about = (/** @type {number} */ side) =>
      t('opponent', { name: nameOf(v, side), score: v.score[side], pips: v.pips[side] });
    return table.you.value === null ? `${about(1 - side)}. ${about(side)}` : about(side);
  },
  p: () =>
    `${position(table)}${table.dice.value.length ? ` ${t('dice_are', { dice: table.dice.value.join('-') })}` : ''}`,
});

/**
 * All that stands on the board, by the points as the viewer counts them.
 * @param {DiceTable} table
 */
function position(table) {
  const { hand, parallel } = table.kind.value,
    { checkers } = table.at.value;
  const list = (/** @type {0|1} */ side) =>
    checkers[side]
      .map((n, p) => ({ n, at: side && !hand ? opposite(p, parallel) : p }))
      .filter(({ n, at }) => n && at)
      .sort((a, b) => b.at - a.at)
      .map(({ n, at }) => `${at === 25 ? outside(table) : at}: ${n}`)
      .join(', ');
  return bothSides(table, list(0), list(1));
}
