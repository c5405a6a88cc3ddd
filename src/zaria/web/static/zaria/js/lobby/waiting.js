/**
 * What waits for the visitor on every page: invitations, and games in progress. The server draws
 * it. A match of a tournament that is ready opens by itself where the reader is not busy.
 */
import { openMatch, watchFields } from './tournament_match.js';
import { whenLoaded } from '../ui/imports.js';

const SOON = 60,
  AGAIN = 5000,
  SLOW = 15000;

/** @typedef {import('../protocol.js').Card} Card */

const head = whenLoaded(() => import('../ui/head.js')),
  tableOffers = whenLoaded(() => import('../ui/table_offers.js')),
  tournamentTimer = whenLoaded(() => import('../ui/tournament_timer.js')),
  missedCall = whenLoaded(() => import('../live/missed_call.js')),
  matchCountdown = whenLoaded(() => import('./match_countdown.js'));

/** @param {readonly Card[]} cards */
const signature = (cards) => cards.map((card) => `${card.id}.${card.n ?? 0}`).join(' ');

/** @param {HTMLElement} line */
const above = (line) => document.querySelector('main')?.prepend(line);

export class Waiting {
  /** @param {(message: import('../protocol.js').FromClient) => void} say */
  constructor(say) {
    this.say = say;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.title = document.title;
    document.addEventListener('click', (e) => this.clicked(/** @type {Element} */ (e.target)));
    document.addEventListener('submit', (e) => void this.closed(e));
    watchFields();
    this.tell();
  }

  get el() {
    return document.getElementById('waiting');
  }

  /** @param {FromServer} message */
  hear(message) {
    if (message.t === 'mine') {
      if (signature(message.cards) !== this.el?.dataset.waits) this.soon();
    } else if (message.t === 'call') {
      if (!document.getElementById(`call-${message.card.id}`)) this.soon();
    } else if (message.t === 'calloff') document.getElementById(`call-${message.m}`)?.remove();
    else if (['credits', 'unread', 'waits'].includes(message.t)) void head((m) => m.show(message));
    else if (message.t === 'offers') {
      this.soon();
      void tableOffers((m) => m.receive(message, openMatch));
    } else if (message.t === 'timer')
      void tournamentTimer((m) => m.showTimers(message.entries, message.now ?? Date.now()));
    else if (message.t === 'missed') void missedCall((m) => m.show(message, above));
    else if (message.t === 'go' && message.why === 'tournament') {
      if (!openMatch(message)) this.soon();
    }
    this.tell();
  }

  soon(wait = SOON) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), wait);
  }

  /** Have the server draw it anew. */
  async refresh() {
    try {
      const next = encodeURIComponent(location.pathname + location.search);
      const answer = await fetch(`/waiting?next=${next}`, { signal: AbortSignal.timeout(SLOW) });
      if (!answer.ok || !this.el) return;
      const open = !!this.el.querySelector('details[open]');
      this.el.outerHTML = await answer.text();
      this.el.querySelector('details')?.toggleAttribute('open', open);
      this.tell();
    } catch {
      this.soon(AGAIN);
    }
  }

  /** Who looks elsewhere sees it in the title of the page. */
  tell() {
    if (this.el?.querySelector('time[data-left]')) void matchCountdown((m) => m.countDown());
    const call = document.querySelector('#waiting .call b');
    document.title = call ? `● ${call.textContent} – ${this.title}` : this.title;
  }

  /** @param {Element} target */
  clicked(target) {
    const button = target.closest('[data-decline]');
    if (!(button instanceof HTMLElement)) return;
    this.say({ t: 'answer', m: button.dataset.decline ?? '' });
    button.closest('.call')?.remove();
    this.tell();
  }

  /**
   * A game is not to be shown any more.
   * @param {SubmitEvent} e
   */
  async closed(e) {
    const form = e.target;
    if (!(form instanceof HTMLFormElement) || !form.action.endsWith('/waiting/close')) return;
    e.preventDefault();
    try {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
      await fetch(form.action, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(SLOW),
      });
      await this.refresh();
    } catch {
      form.submit();
    }
  }
}
