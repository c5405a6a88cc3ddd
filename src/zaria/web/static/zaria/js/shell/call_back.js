/**
 * The ready check for an opponent who was found while the visitor plays the computer: a line above
 * that table, which leads to the other one, or declines it. Its words come with it: a table's page
 * has none for other games.
 */
import { effect, signal } from '@preact/signals-core';
import { READY } from '../live/pending_search.js';
import { randomHex } from '../live/socket.js';
import { ENOUGH, byId } from '../ui/dom.js';
import { keep } from '../live/storage.js';
import { say } from './announcer.js';
import { countdown, remaining } from './countdown.js';

/** Time for an answer where the server sets none (ms). */
const ANSWER = 20_000;

/** ms that a tap may still mean what was there before */
const YOUNG = 600;

/**
 * @param {import('../protocol.js').Redirect} message
 * @param {import('./state.js').TableState} table where the visitor plays
 * @param {Session} session
 */
export async function show(message, table, session) {
  const { found: offer, m: id } = message;
  const until = message.until ?? session.now + ANSWER,
    answer = await fetch(`/t/${id}/call`, { signal: AbortSignal.timeout(ENOUGH) });
  if (!offer || !answer.ok) {
    location.assign(`/t/${id}`);
    return;
  }
  const el = document.createElement('section'),
    open = signal(true);
  el.className = 'tournament-call call-back';
  el.innerHTML = await answer.text();
  const part = (/** @type {string} */ css) => /** @type {HTMLElement} */ (el.querySelector(css));
  const title = (part('b').dataset.title ?? '').replace('{name}', () => offer.opponent.name);
  part('b').textContent = title;
  part('#called').addEventListener('click', () => keep(READY, id, 'sessionStorage'));
  el.setAttribute('aria-label', title);
  part('#not-now').addEventListener('click', () => {
    open.value = false;
    // nobody waits at an open table but its owner, who goes on waiting
    if (!offer.open)
      session.say({ t: 'do', m: id, c: `${randomHex(6)}-decline`, k: { t: 'cancel' } });
  });
  el.inert = true;
  setTimeout(() => {
    el.inert = false;
  }, YOUNG);
  byId('table').before(el);
  say(title);
  effect(() => {
    const asks = open.value && remaining(session, until) > 0;
    part('time').textContent = countdown(session, until);
    table.call.value = asks ? title : '';
    if (!asks) el.remove();
  });
}
