/** What a key announces at every table: L the last move, C the clocks; and what stands where. */
import { t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';
import { nameOf, playedBy } from './announcer.js';
import { dayTime } from './day_time.js';
import { clockState, digits } from './state.js';

// its words and its style come when they are first needed
await lateWords().catch(() => {});

/**
 * L announces the last move, C the clocks.
 * @param {import('./state.js').TableState} table
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
      clockState(table.latest.value.clocks, side, now()),
    );
    if (!faces[0] || !faces[1]) return t('no_clock');
    const v = table.view.value,
      text = table.isByDay ? dayTime : digits,
      [ownTime, opponentTime] = faces.map((face) => text(face?.left ?? 0)),
      { me } = table;
    return table.you.value !== null
      ? t('clocks', { mine: ownTime, theirs: opponentTime })
      : `${nameOf(v, me.value)} ${ownTime}, ${nameOf(v, 1 - me.value)} ${opponentTime}`;
  },
});

/**
 * What stands on the board, for this viewer.
 * @param {import('./state.js').TableState} table
 * @param {string} near
 * @param {string} far
 */
export function bothSides(table, near, far) {
  if (table.you.value !== null) return t('position', { mine: near, theirs: far });
  const v = table.view.value,
    { me } = table,
    of = (/** @type {number} */ side, /** @type {string} */ text) =>
      t('says', { name: nameOf(v, side), text });
  return `${of(me.value, near)}. ${of(1 - me.value, far)}.`;
}
