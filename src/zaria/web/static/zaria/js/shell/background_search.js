/**
 * The search for an opponent beside a table: while one plays the computer, or after somebody did
 * not come. An opponent who is found during a game is announced beside it.
 */
import { effect, signal } from '@preact/signals-core';
import { setPendingSearch } from '../live/pending_search.js';
import { Search, clock } from '../live/search.js';
import { byId, html, icon, mount, nothing, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { sound } from './announcer.js';
import { newNonce } from '../live/submissions.js';

const callBack = whenLoaded(() => import('./call_back.js'));

/**
 * @param {Session} session
 * @param {import('../live/search.js').Wanted} wanted
 * @param {import('./state.js').TableState} [table] where a game is played meanwhile
 */
export function follow(session, wanted, table) {
  const search = new Search((message) => session.say(message)),
    tick = signal(0);
  search.start(wanted);
  effect(() => {
    setPendingSearch(search.wanted.value);
  });
  setInterval(() => {
    if (!document.hidden) tick.value++;
  }, 1000);
  const chip = document.createElement('span');
  byId('nav').append(chip);
  mount(chip, () => {
    void tick.value;
    return search.wanted.value
      ? html`<button
          type="button"
          class="chip seeking"
          id="unseek"
          title=${t('searching')}
          aria-label=${`${t('searching')}: ${t('cancel')}`}
          @click=${() => search.stop()}
        >
          <span>${t('searching')}</span>
          <time>${clock(performance.now() - search.since)}</time> ${icon('close')}
        </button>`
      : nothing;
  });
  /** @param {FromServer} message */
  const hear = (message) => {
    if (message.t === 'seeking') search.hear(message);
    else if (message.t === 'no' && !message.c) search.stop();
    else if (message.t === 'go' && message.why === 'seek' && search.wanted.value) {
      search.stop();
      sound('call');
      if (table?.playing && message.found)
        // a call that cannot be shown must not be lost: somebody waits
        void callBack((m) => m.show(message, table, session)).catch(() =>
          location.assign(`/t/${message.m}`),
        );
      else location.assign(`/t/${message.m}`);
    }
  };
  return { hear, search };
}

/**
 * Play the computer; the search goes on at its table.
 * @param {string} game
 */
export function playComputer(game) {
  const form = document.createElement('form'),
    token = document.querySelector('[name=csrfmiddlewaretoken]');
  form.method = 'post';
  form.action = '/new';
  const csrfmiddlewaretoken = /** @type {any} */ (token)?.value ?? '';
  const fields = { game, opponent: 'computer', last: 'yes', csrfmiddlewaretoken, once: newNonce() };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    Object.assign(input, { name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
