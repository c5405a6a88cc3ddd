/**
 * What a screen reader reads of the board: its points by name, and the viewer's own steps as they
 * are made. A player hears "yours" and "theirs", a spectator hears names.
 */
import { opposite } from './geometry.js';
import { landing } from './steps.js';
import { t } from '../ui/dom.js';
import { nameOf, say } from '../shell/announcer.js';

/**
 * What each side has, in the words for this viewer.
 * @param {import('../shell/state.js').TableState} table
 * @param {string|number} near what is the viewer's, or side 0's for who looks on
 * @param {string|number} far
 */
function ofEach(table, near, far) {
  const v = table.view.value,
    { me } = table;
  return table.you.value === null
    ? `${nameOf(v, me.value)} ${near}, ${nameOf(v, 1 - me.value)} ${far}`
    : t('counts', { mine: near, theirs: far });
}

/**
 * The place where checkers are that have not come in yet.
 * @param {DiceTable} table
 */
export const outside = (table) => t(table.kind.value.hand ? 'hand' : 'bar');

/**
 * @param {DiceTable} table
 * @param {number} at
 */
function place(table, at) {
  if (at === 0) return t('off');
  if (at === 25) return outside(table);
  if (!table.kind.value.hand) return t('point', { n: at });
  const near = at <= 12,
    n = near ? at : 25 - at;
  if (table.you.value !== null) return t(near ? 'point' : 'their_point', { n });
  const name = nameOf(table.view.value, near ? table.me.value : 1 - table.me.value);
  return t('says', { name, text: t('point', { n }) });
}

/**
 * @param {DiceTable} table
 * @param {number} from
 */
const reachable = (table, from) =>
  [...table.targets(from).keys()].map((p) => (p ? String(p) : t('off_text'))).join(', ');

/**
 * A point: "Point 8: 3 yours, 0 theirs, can go to 5, 3".
 * @param {DiceTable} table
 * @param {number} at
 */
export function describe(table, at) {
  const { checkers, pins } = table.at.value,
    { parallel } = table.kind.value,
    to = reachable(table, at);
  const there = at > 0 && at < 25 ? opposite(at, parallel) : at,
    looksOn = table.you.value === null;
  const parts = [ofEach(table, checkers[0][at], checkers[1][there])];
  const pinned = (/** @type {0|1} */ rel) =>
    looksOn
      ? t('pinned_of', {
          name: nameOf(table.view.value, rel ? 1 - table.me.value : table.me.value),
        })
      : t(rel ? 'pinned_theirs' : 'pinned_mine');
  if (pins[0].includes(at)) parts.push(pinned(0));
  if (at > 0 && at < 25 && pins[1].includes(there)) parts.push(pinned(1));
  if (to) parts.push(t('can_go', { list: to }));
  return t('says', { name: place(table, at), text: parts.join(', ') });
}

/**
 * The viewer took up a checker.
 * @param {DiceTable} table
 * @param {number} at
 */
export function sayChosen(table, at) {
  say(
    `${t('chosen', { place: place(table, at) })}, ${t('can_go', { list: reachable(table, at) })}`,
  );
}

/**
 * Steps as they are written: 13/7, 8/5*.
 * @param {DiceTable} table
 * @param {Move[]} way
 * @param {boolean} [hit] by the last
 */
const written = (table, way, hit = false) =>
  way
    .map((move) => {
      const to = landing(move, table.kind.value.hand);
      return `${move[0] === 25 ? outside(table) : move[0]}/${to || t('off_text')}`;
    })
    .join(' ') + (hit ? '*' : '');

/**
 * The viewer made steps, and what is left of the dice.
 * @param {DiceTable} table
 * @param {Move[]} way
 * @param {boolean} hit
 */
export function sayPlayed(table, way, hit) {
  const dice = table.dice.value.filter((_, i) => !table.used.value[i]).join('-');
  say(
    `${written(table, way, hit)}. ${table.finished.value ? t('turn_ready') : t('dice_are', { dice })}`,
  );
}

/**
 * Steps were taken back.
 * @param {DiceTable} table
 * @param {Move[]} way
 */
export const sayUndone = (table, way) => say(t('undone', { text: written(table, way) }));
