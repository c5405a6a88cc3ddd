/** Another match on the same terms: offered and accepted in the sheet of the result. */
import { effect, signal, untracked } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { countdown, isFresh, remaining } from './countdown.js';
import { nameOf, say, sound } from './announcer.js';
import { lacking, objection } from './offered_seat.js';

const SAID = 4000;
/** How long an offer stands. */
const OFFER_MS = 30_000;

/** What became of the offer that has just ended. */
const ended = signal('');

/** @typedef {import('./state.js').TableState} TableState */

/**
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
export function follow(table, session) {
  /** @type {number|undefined} */
  let timer;
  /** @type {Rematch|null} */
  let before = null;
  effect(() => {
    const offer = table.again.value,
      was = before;
    before = offer;
    clearTimeout(timer);
    if (offer) ended.value = '';
    untracked(() => {
      if (
        offer &&
        offer.side !== table.you.value &&
        table.you.value !== null &&
        offer.until !== was?.until
      ) {
        table.sheet.value = 'match';
        say(t('rematch_offered', { name: nameOf(table.view.value, offer.side) }));
        sound('call');
      } else if (was && !offer && !table.next.value) {
        const declined = was.side === table.you.value && session.now < was.until;
        ended.value = t(declined ? 'rematch_declined' : 'rematch_gone', {
          name: nameOf(table.view.value, 1 - was.side),
        });
        say(ended.value);
        timer = setTimeout(() => {
          ended.value = '';
        }, SAID);
      }
    });
  });
  effect(() => {
    const offer = table.again.value;
    if (!offer || offer.side === table.you.value || table.you.value === null) return undefined;
    table.call.value = t('rematch');
    return () => {
      table.call.value = '';
    };
  });
  const ask = (no = false) => {
    table.rematchRequested = !no;
    session.say({ t: 'again', m: table.id, no });
  };
  return { button: () => button(table, session, ask), decline: () => decline(table, ask) };
}

/**
 * What the button says, and that the next match would not be rated.
 * @param {import('./state.js').TableState} table
 * @param {string} text
 */
function label(table, text) {
  const { rated, unrated } = table.view.value,
    off = (rated || unrated) && table.left === 0;
  return off ? html`<span>${text}<small>${t('rematch_unrated')}</small></span>` : text;
}

/**
 * How much of the time of an offer is left, as a ring.
 * @param {Session} session
 * @param {number} until
 */
const ring = (session, until) =>
  html`<i
    class="result-ring"
    aria-hidden="true"
    style=${`--part:${Math.min(1, remaining(session, until) / OFFER_MS)}`}
  ></i>`;

/**
 * Always at the same place; in its place why these two cannot play for the stake again today.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {(no?: boolean) => void} ask
 */
function button(table, session, ask) {
  const { players, tournament } = table.view.value,
    offer = table.again.value,
    { you, next } = table;
  if (next.value)
    return html`<a class="btn pri again" id="rematch" href=${`/t/${next.value}#sit`}
      >${t('rematch_go')}</a
    >`;
  if (you.value === null || !players[0] || !players[1] || tournament) return nothing;
  const isOwn = offer?.side === you.value,
    time = offer ? countdown(session, offer.until) : '',
    off = offer !== null && isFresh(`${offer.side}-${offer.until}`);
  if (offer && isOwn) {
    return html`<button
      type="button"
      class="btn again"
      id="rematch"
      aria-disabled=${off}
      @click=${() => {
        if (!off) ask(true);
      }}
    >
      ${ring(session, offer.until)}<span
        >${t('rematch_wait', { name: nameOf(table.view.value, 1 - you.value), time })}<small
          >${t('cancel')}</small
        ></span
      >
    </button>`;
  }
  if (table.stakeRefused) return html`<p class="barred">${t('pair_limit_staked')}</p>`;
  if (table.stakeObjection) return objection(table);
  if (table.shortfall) return lacking(table);
  return html`<button
    type="button"
    class="btn again ${offer || !ended.value ? 'pri' : ''}"
    id="rematch"
    ?disabled=${!offer && ended.value !== ''}
    @click=${() => ask()}
  >
    ${offer ? ring(session, offer.until) : nothing}
    ${label(table, offer ? t('rematch_accept', { time }) : ended.value || t('rematch'))}
  </button>`;
}

/**
 * Takes the place of the button that closes the sheet while there is something to decline.
 * @param {import('./state.js').TableState} table
 * @param {(no?: boolean) => void} ask
 * @returns {(() => void)|null}
 */
function decline(table, ask) {
  const offer = table.again.value;
  return offer &&
    table.you.value !== null &&
    offer.side !== table.you.value &&
    !isFresh(`${offer.side}-${offer.until}`)
    ? () => ask(true)
    : null;
}
