/**
 * A match of a tournament that is ready while its player sits at another table: a line above that
 * table, and the way there once the match at it is over.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { byId, html, mount, nothing, t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';
import { showTimers } from '../ui/tournament_timer.js';
import { countdown, remaining } from './countdown.js';
import { say, sound } from './announcer.js';

/** @typedef {import('../protocol.js').Redirect} Redirect */

/** @type {Signal<readonly Redirect[]>} */
const calls = signal([]);
let mounted = false;

/**
 * Whether the viewer plays at this table, writes a line of its chat, or is about to begin another
 * match of a tournament here.
 * @param {import('./state.js').TableState} table
 */
export function stays(table) {
  const v = table.view.value,
    begins = v.phase === 'open' && !!v.tournament;
  const draft = /** @type {HTMLInputElement|null} */ (document.querySelector('.chat-form input'));
  return (
    table.playing || !!draft?.value || (begins && (table.you.value !== null || table.kept.value))
  );
}

/** @param {Redirect} call */
const address = (call) => `/t/${call.m}`;

/**
 * @param {Redirect} message
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
export function receive(message, table, session) {
  const { m: id, until: at = 0 } = message;
  if (id === table.id || (at && !remaining(session, at))) return;
  if (!stays(table)) {
    location.assign(address(message));
    return;
  }
  calls.value = [...calls.value.filter((call) => call.m !== id), message];
  say(t('your_tournament'));
  sound('call');
  if (at) showTimers([{ id, title: t('your_tournament'), at, kind: 'join' }], session.now);
  if (mounted) return;
  mounted = true;
  const next = computed(() => calls.value.find((call) => remaining(session, call.until ?? 0) > 0));
  const line = document.createElement('p');
  line.className = 'tournament-call';
  line.setAttribute('role', 'status');
  const show = () => {
    byId('table').before(line);
    mount(line, () =>
      next.value
        ? html`<a href=${address(next.value)}>${t('your_tournament')}</a>
            <time role="timer">${countdown(session, next.value.until ?? 0)}</time>`
        : nothing,
    );
  };
  // its style comes with these words; a plain line is better than none
  void lateWords().then(show, show);
  effect(() => {
    if (next.value && !stays(table)) location.assign(address(next.value));
  });
}
