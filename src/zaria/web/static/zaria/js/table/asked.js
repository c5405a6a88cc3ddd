/** What is told when a key asks: L the last move, C the clocks, O the opponent, P the position. */
import { t } from '../ui/el.js';
import { digits, face } from './page.js';
import { nameOf, playedBy } from './tell.js';

/** L and C tell the last move and the clocks. @param {import('./common.js').Common} table @param {() => number} now */
export const common = (table, now) => ({
  l: () => {
    const { last } = table.view.value;
    return last ? t('says', { name: playedBy(table, last.side), text: last.text || t('no_move') }) : t('no_moves');
  },
  c: () => {
    const faces = [table.me.value, 1 - table.me.value].map((side) => face(table.latest.value.clocks, side, now()));
    return faces[0] && faces[1] ? t('clocks', { mine: digits(faces[0].left), theirs: digits(faces[1].left) }) : t('no_clock');
  },
});

/** At tables. @param {Table} table @param {() => number} now */
export const tables = (table, now) => ({
  ...common(table, now),
  o: () => {
    const v = table.view.value, side = 1 - table.me.value;
    return t('opponent', { name: nameOf(v, side), score: v.score[side], pips: v.pips[side] });
  },
  p: () => `${position(table)}${table.dice.value.length ? ` ${t('dice_are', { dice: table.dice.value.join('-') })}` : ''}`,
});

/** All that stands on the board, in words. @param {Table} table */
function position(table) {
  const list = (/** @type {0|1} */ side) => table.at.value.men[side]
    .map((n, p) => (n && p ? `${p === 25 ? t(table.kind.value.contact === 'none' ? 'hand' : 'bar') : p}: ${n}` : '')).filter(Boolean).reverse().join(', ');
  return t('position', { mine: list(0), theirs: list(1) });
}
