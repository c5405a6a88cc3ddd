/**
 * An invitation to another table: a line in the head of the page, which leads to all that is to be
 * agreed on.
 */
import { signal } from '@preact/signals-core';
import { byId, html, mount, t } from '../ui/dom.js';
import { say } from './announcer.js';

/** @type {Signal<readonly import('../protocol.js').Card[]>} */
const calls = signal([]);
let mounted = false;

/** @param {import('../protocol.js').Invitation|import('../protocol.js').InvitationOver} message */
export function receive(message) {
  const id = message.t === 'call' ? message.card.id : message.m;
  const others = calls.value.filter((call) => call.id !== id);
  if (location.pathname === `/t/${id}`) return;
  calls.value = message.t === 'call' ? [...others, message.card] : others;
  // one that was called off while this script was fetched is not announced: that message is next
  if (message.t === 'call')
    queueMicrotask(() => {
      if (calls.value.includes(message.card)) say(title(message.card));
    });
  if (mounted) return;
  mounted = true;
  const el = document.createElement('span');
  el.className = 'invitation';
  byId('nav').append(el);
  mount(el, () =>
    calls.value
      .slice(-1)
      .map(
        (card) =>
          html`<a class="chip" href=${`/t/${card.id}`} title=${title(card)}
            ><span>${title(card)}</span></a
          >`,
      ),
  );
}

/** @param {import('../protocol.js').Card} card */
const title = (card) => t('invites', { name: card.players[card.by ?? 0]?.name ?? t('nobody') });
