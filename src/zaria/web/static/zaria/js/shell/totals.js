/** How long the game takes, the sum of what each side's dice have shown in it, and the stake. */
import { effect } from '@preact/signals-core';
import { html, nothing, stakeRange, t } from '../ui/dom.js';
import { nameOf } from './announcer.js';
import { isBoardGame } from './state.js';

/**
 * 0:07, or 1:02:07 from an hour on.
 * @param {number} ms
 */
export function duration(ms) {
  const s = Math.max(0, Math.floor(ms / 1000)),
    twoDigits = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60),
    seconds = twoDigits(s % 60);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${seconds}`;
}

/** @param {View} v */
const stake = ({ stakes, length }) =>
  stakes
    ? html`<span id="stake">${t('stake')} <b>${stakeRange(stakes, length)}</b></span>`
    : nothing;

/**
 * A line above the moves.
 * @param {import('./state.js').TableState} table
 */
export function totals(table) {
  const now = table.totals.value,
    v = table.view.value;
  if (!now) return nothing;
  const sides = table.me.value ? [1, 0] : [0, 1],
    dice = now.dice ?? [0, 0];
  return html`<p class="totals">
    <span>${t('time_of_game')} <time id="game-time"></time></span> ${
      isBoardGame(v)
        ? nothing
        : html`<span id="dice-sums"
            >${t('dice_sum')}
            ${sides.map((side, i) => html`${i ? ' : ' : nothing}<b title=${nameOf(v, side)}>${dice[side]}</b>`)}</span
          >`
    }
    ${stake(v)}
  </p>`;
}

/**
 * Keep the time of the game.
 * @param {import('./state.js').TableState} table
 * @param {import('../live/session.js').Session} session
 */
export function timeGame(table, session) {
  const show = () => {
    const el = document.getElementById('game-time'),
      now = table.totals.value;
    if (el && now) el.textContent = duration((now.ended ?? session.now) - now.began);
  };
  effect(() => {
    const now = table.totals.value;
    queueMicrotask(show);
    if (!now) return undefined;
    const timer = setInterval(show, now.ended ? 1000 : 250);
    return () => clearInterval(timer);
  });
}
