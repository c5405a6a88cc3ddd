/** What is announced when a key asks: L the last move, C the clocks, O the opponent, P the position. */
import { t } from '../ui/dom.js';
import { digits, face } from '../shell/page.js';
import { position } from './narration.js';
import { nameOf, playedBy } from '../shell/announcer.js';

/**
 * L and C tell the last move and the clocks.
 * @param {import('../shell/common.js').Common} table
 * @param {() => number} now
 */
export const common = (table, now) => ({
  l: () => {
    const { last } = table.view.value;
    return last
      ? t('says', { name: playedBy(table, last.side), text: last.text || t('no_move') })
      : t('no_moves');
  },
  c: () => {
    const faces = [table.me.value, 1 - table.me.value].map((side) =>
      face(table.latest.value.clocks, side, now()),
    );
    if (!faces[0] || !faces[1]) return t('no_clock');
    const [mine, theirs] = faces.map((one) => digits(one?.left ?? 0)),
      v = table.view.value,
      { me } = table;
    return table.you.value !== null
      ? t('clocks', { mine, theirs })
      : `${nameOf(v, me.value)} ${mine}, ${nameOf(v, 1 - me.value)} ${theirs}`;
  },
});

/**
 * At tables.
 * @param {Table} table
 * @param {() => number} now
 */
export const tables = (table, now) => ({
  ...common(table, now),
  o: () => {
    const v = table.view.value,
      side = 1 - table.me.value;
    const about = (/** @type {number} */ one) =>
      t('opponent', { name: nameOf(v, one), score: v.score[one], pips: v.pips[one] });
    return table.you.value === null ? `${about(1 - side)}. ${about(side)}` : about(side);
  },
  p: () =>
    `${position(table)}${table.dice.value.length ? ` ${t('dice_are', { dice: table.dice.value.join('-') })}` : ''}`,
});
