/** An open table whose player waits: the link for a friend, and the computer until they come. */
import { effect, signal } from '@preact/signals-core';
import { html, icon, nothing, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { isFresh } from './countdown.js';
import { lengthAndClock, offersLink } from './open_terms.js';

const copied = signal(false);
const backgroundSearch = whenLoaded(() => import('./background_search.js'));

/**
 * Give a link away: by the phone's own menu, else to the clipboard, else selected for copying.
 * @param {string} [url] that of this table, if missing
 * @param {string} [title]
 */
export async function share(url = location.href.split('#')[0], title = document.title) {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      await navigator.share({ url, title });
    else {
      await navigator.clipboard.writeText(url);
      copied.value = true;
      setTimeout(() => {
        copied.value = false;
      }, 2500);
    }
  } catch {
    /** @type {HTMLInputElement|null} */ (document.querySelector('.link input'))?.select();
  }
}

/**
 * The button that gives a link away.
 * @param {string} look its class
 * @param {() => void} give
 */
export const shareButton = (look, give) =>
  html`<button type="button" class=${look} id="share" @click=${give}>
    ${icon('share')}<span>${t(copied.value ? 'copied' : 'share')}</span>
  </button>`;

export const link = () =>
  html`<div class="link">
    <input
      readonly
      aria-label=${t('link')}
      .value=${location.href.split('#')[0]}
      @focus=${(/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select()}
    />
    ${shareButton('btn pri', () => void share())}
  </div>`;

/**
 * The way to the computer during a wait; the page there announces anybody who comes. Not where it would take the
 * place of an opponent with a stake.
 * @param {import('./state.js').TableState} table
 */
export const computerMeanwhile = (table) =>
  table.view.value.stakes
    ? nothing
    : html`<div class="row">
        <button
          type="button"
          class="btn"
          id="meanwhile"
          @click=${() => void backgroundSearch((m) => m.playComputer(table.view.value.game))}
        >
          ${icon('bot')}<span>${t('computer_meanwhile')}</span>
        </button>
      </div>`;

/**
 * Cancel the table, and go to the page of other terms once that is done: where a friend sits down at the
 * same moment, the match begins and the host stays.
 * @param {import('./state.js').Commands<any>} a
 */
function changeTerms(a) {
  const { table } = a;
  a.send({ t: 'cancel' });
  const stop = effect(() => {
    const { phase, game } = table.view.value;
    if (phase === 'over') location.assign(`/new/${game}?as=${table.id}`);
    if (phase !== 'open' && phase !== 'between') queueMicrotask(() => stop());
  });
}

/**
 * The sheet. Other terms need another table, so the way to them cancels this one.
 * @param {import('./state.js').Commands<any>} a
 */
export function pane(a) {
  const { table } = a,
    off = isFresh('host') || table.waiting.value;
  return html`<div class="pane wait">
    <h2>${t('waiting_friend')}</h2>
    <p>${t('waiting_friend_long')}</p>
    <p id="offered">${lengthAndClock(table.view.value)}</p>
    ${link()} ${offersLink(table, true)} ${computerMeanwhile(table)}
    <div class="row">
      <button
        type="button"
        class="btn"
        id="change-terms"
        ?disabled=${off}
        @click=${() => changeTerms(a)}
      >
        ${t('terms_change')}
      </button>
      <button
        type="button"
        class="btn"
        id="cancel"
        ?disabled=${off}
        @click=${() => a.send({ t: 'cancel' })}
      >
        ${t('cancel')}
      </button>
    </div>
  </div>`;
}
