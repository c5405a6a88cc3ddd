/**
 * The ready check for an opponent who was found, or has sat down at the visitor's open table, while the
 * visitor plays the computer: a line above that table, which leads to the other one, or declines it.
 * Its words come with it: a table's page has none for other games.
 */
import { effect, signal } from '@preact/signals-core';
import { READY } from '../live/pending_search.js';
import { randomHex } from '../live/socket.js';
import { byId } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { keep } from '../live/storage.js';
import { say, sound } from './announcer.js';
import { countdown, remaining } from './countdown.js';
import { stays } from './tournament_call.js';

/** Time for an answer where the server sets none (ms). */
const ANSWER = 20_000;

/** Time for which the line about a match that has begun stays (ms). */
const LONG = 3_600_000;

/** ms that a tap may still mean what was there before */
const YOUNG = 600;

/**
 * Somebody has sat down at the visitor's open table: who plays here is called, who does not goes there.
 * @param {import('../protocol.js').GuestArrived} message
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
export function receive(message, table, session) {
  if (message.m === table.id || (message.until && !remaining(session, message.until))) return;
  const go = () => location.assign(`/t/${message.m}`);
  if (!stays(table)) go();
  else if (!document.querySelector('.call-back')) {
    sound('call');
    show(message, table, session).catch(go);
  }
}

/**
 * @param {import('../protocol.js').Redirect|import('../protocol.js').GuestArrived} message
 * @param {import('./state.js').TableState} table where the visitor plays
 * @param {Session} session
 */
export async function show(message, table, session) {
  const { m: id } = message,
    offer = message.t === 'guest' ? message.match : message.found;
  /** the match has begun at the visitor's table, so nothing can be declined */
  const isBegun = message.t === 'guest' && !message.until;
  const until = message.until ?? session.now + (isBegun ? LONG : ANSWER);
  if (!remaining(session, until)) return;
  const answer = await fetch(`/t/${id}/call`, { signal: AbortSignal.timeout(ENOUGH) });
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
  part('#not-now').hidden = part('time').hidden = isBegun;
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
