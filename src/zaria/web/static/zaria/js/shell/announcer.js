/**
 * What the table says: names in words, short sentences between the points and to screen readers,
 * sounds.
 */
import { signal, untracked } from '@preact/signals-core';
import { byId, lazy, t } from '../ui/dom.js';
import { settings } from './settings.js';

/**
 * @param {View} view
 * @param {number} side
 */
export const nameOf = (view, side) => {
  const player = view.players[side];
  if (!player) return t('nobody');
  return player.bot ? t('program') : player.name;
};

/**
 * A name whose parts stay on one line of a heading.
 * @param {string} name
 */
export const unbrokenName = (name) => name.replaceAll(' ', '\u00a0');

/**
 * "You" for the viewer, else the name.
 * @param {import('./state.js').TableState} table
 * @param {number} side
 */
export const playedBy = (table, side) =>
  table.addressed(side) ? t('you') : nameOf(table.view.value, side);

/**
 * What a side does, in a sentence: about the viewer it is one of its own (`KEY_mine`), in the
 * second person.
 * @param {import('./state.js').TableState} table
 * @param {string} key
 * @param {number} side
 * @param {Record<string, string|number>} [values]
 * @param {View} [view] as of which the names are
 */
export const sentence = (table, key, side, values = {}, view = table.view.value) =>
  table.addressed(side)
    ? t(`${key}_mine`, values)
    : t(key, { name: nameOf(view, side), ...values });

/**
 * A win of so many points, before the cube, as the game calls it.
 * @param {View} v
 * @param {number} points
 */
export const kindName = (v, points) => t(v.classes.find(([n]) => n >= points)?.[1] ?? 'single');

export const notice = signal('');
/** @type {number|undefined} */
let timer;

/**
 * Announce only.
 * @param {string} text
 * @param {boolean} [more] after the present announcement
 */
export function say(text, more = false) {
  const session = byId('live');
  if (session)
    session.textContent = more && session.textContent ? `${session.textContent}. ${text}` : text;
}

/**
 * Show and announce.
 * @param {string} text
 * @param {number} [ms]
 */
export function note(text, ms = 2200) {
  notice.value = text;
  say(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = '';
  }, ms);
}

const sounds = lazy(() => import('./sounds.js'));

/** The setting that each sound goes by. */
const KINDS = /** @type {const} */ ({
  move: 'sound_move',
  hit: 'sound_move',
  roll: 'sound_roll',
  double: 'sound_double',
  turn: 'sound_turn',
  call: 'sound_turn',
  time: 'sound_time',
  win: 'sound_turn',
});

/**
 * A phone says that it took the viewer's move, or that it is their turn.
 * @param {number|number[]} [ms] of vibration, and of the pauses between
 */
export function buzz(ms = 10) {
  if (settings.value.buzz) navigator.vibrate?.(ms);
}

/** @param {'move'|'hit'|'roll'|'double'|'turn'|'time'|'call'|'win'} name */
export function sound(name) {
  if (
    !settings.value.sound ||
    !settings.value[KINDS[name]] ||
    (document.hidden && name !== 'call') ||
    !navigator.userActivation?.hasBeenActive
  )
    return;
  const kit = untracked(sounds);
  kit?.wake(settings.value.volume);
  kit?.SOUNDS[name]();
}
