/** Clocks of the players, and the warning before the end. */
import { effect } from '@preact/signals-core';
import { html, t } from '../ui/dom.js';
import { say, sound } from './announcer.js';

/**
 * What a clock shows: the delay burns first and is not saved, then the bank.
 * @param {ClockView|null} clocks
 * @param {number} side
 * @param {number} now the server's time, ms
 * @returns {ClockState|null}
 */
export function clockState(clocks, side, now) {
  if (!clocks) return null;
  const running = clocks.running === side,
    spent = running ? Math.max(0, now - clocks.since) : 0;
  const delay = Math.max(0, clocks.delay - spent),
    bank = Math.max(0, clocks.bank[side] - Math.max(0, spent - clocks.delay));
  return {
    bank,
    delay,
    part: clocks.delay ? delay / clocks.delay : 0,
    left: bank + delay,
    running,
  };
}

/**
 * 3:07, or 1:02:07 from an hour on.
 * @param {number} ms
 */
export function digits(ms) {
  const s = Math.ceil(ms / 1000),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes}:${two(s % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/** @param {ClockState} clock */
export function clockFace(clock) {
  const { bank, delay, running } = clock;
  return html`<div class="clock ${running && clock.left <= 10000 ? 'low' : ''}" role="timer">
      <span>${digits(bank || delay)}</span>
      <small>${running && delay && bank ? `+${Math.ceil(delay / 1000)}` : ''}</small>
    </div>
    <i class="fuse" .style=${`transform:scaleX(${running ? clock.part.toFixed(3) : 0})`}></i>`;
}

/**
 * Clocks that run, and the warning before the end.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {() => void} tick
 */
export function runClocks(table, session, tick) {
  let warned = -1;
  effect(() => {
    const { clocks } = table.latest.value,
      running = clocks?.running ?? null;
    if (!clocks || running === null || table.paused.value) return undefined;
    const beat = () => {
      tick();
      const mine = table.you.value === running && clockState(clocks, running, session.now);
      if (mine && mine.left <= 10000 && warned !== clocks.since) {
        warned = clocks.since;
        sound('time');
        say(t('ten_seconds'));
      }
    };
    queueMicrotask(beat);
    const timer = setInterval(beat, 250);
    return () => clearInterval(timer);
  });
}
