/**
 * What the strip between the points says as long as it is true: which stage of a roll is played
 * and what is still to come, whose roll it is, what a game of two races is about now, and the name
 * of the roll for who likes to hear it.
 */
import { computed, effect, untracked } from '@preact/signals-core';
import { html, lazy, nothing, t } from '../ui/dom.js';
import { settings } from '../shell/settings.js';
import { nameOf, say, notice } from '../shell/announcer.js';

const names = lazy(() => import('./roll_names.js'));

/**
 * Stages to come: a doublet by its name (never torn at its hyphen), however many of its steps are
 * played.
 * @param {readonly (readonly number[])[]} stages
 */
const list = (stages) => stages.map((dice) => dice.slice(0, 2).join('\u2011')).join(', ');

/**
 * Whose roll it is that is being finished.
 * @param {DiceTable} table
 * @param {View} v
 */
function restOfRoll(table, v) {
  const double = v.thrown[0] === v.thrown[1] ? '_double' : '',
    name = nameOf(v, v.turn),
    opponent = nameOf(v, 1 - v.turn);
  if (table.you.value === v.turn) return t(`play_on${double}`, { name: opponent });
  return table.you.value === null
    ? t(`finishes_other${double}`, { name, other: opponent })
    : t(`finishes${double}`, { name });
}

/**
 * Filling, the last three, bearing off.
 * @param {readonly number[]} checkers
 */
const race = (checkers) => {
  if (!checkers[25]) return 'race_off';
  return checkers.slice(1, 7).some((n) => n < 2) ? 'race_fill' : 'race_extra';
};

/**
 * One side is done, and the other has one turn left to be as quick.
 * @param {View} v
 */
const last = (v) => v.men.some(([, ...onBoard]) => !onBoard.some(Boolean));

/** @param {DiceTable} table */
function stripText(table) {
  const v = table.view.value,
    later = v.later.length ? t('later', { list: list(v.later) }) : '';
  if (table.opening.value || !['roll', 'move'].includes(v.phase)) return { text: '', small: '' };
  if (v.rest) return { text: restOfRoll(table, v), small: later };
  if (v.dice.length && v.stage) return { text: t(`stage_${v.dice[0]}`), small: later };
  const called = settings.value.names && v.thrown.length ? (names()?.rollName(v.thrown) ?? '') : '';
  if (last(v))
    return { text: t(v.turn === table.you.value ? 'last_turn_mine' : 'last_turn'), small: '' };
  const phase = v.hand ? t(race(v.men[v.turn])) : '';
  return { text: called || phase || later, small: called ? phase || later : '' };
}

/** @param {DiceTable} table */
export function follow(table) {
  const now = computed(() => stripText(table));
  effect(() => {
    const { text, small } = now.value;
    if (text) untracked(() => say([text, small].filter(Boolean).join(': '), true));
  });
  return () => {
    const { text, small } = now.value,
      where = table.rel(table.view.value.turn) ? 'home' : 'outer';
    if (!text || notice.value) return nothing;
    const more = small ? html`<small>${small}</small>` : nothing;
    return html`<p class="stage ${where}">${text}${more}</p>`;
  };
}
