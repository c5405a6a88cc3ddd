/** An open table for a visitor who came by its link: the terms, and a seat. */
import { amount, html, nothing, t } from '../ui/dom.js';
import { nameOf, unbrokenName } from './announcer.js';
import { offersLink } from './open_terms.js';
import { offeredTerms } from './terms.js';

/**
 * The text for a visitor who may not sit down, in place of the button; null: they may.
 * @param {import('./state.js').TableState} table
 */
export function refusal(table) {
  if (table.stakeRefused) return html`<p class="barred">${t('pair_limit_staked')}</p>`;
  if (table.barred) return signIn(table);
  if (table.stakeObjection) return objection(table);
  const why = table.seatRefusal.value;
  if (table.shortfall || why?.code === 'not_enough_credits') return lacking(table);
  return why ? html`<p class="barred" role="alert">${why.text}</p>` : null;
}

/** @param {import('./state.js').TableState} table */
const signIn = (table) =>
  html`<p class="barred">${t('members_only')}</p>
    <div class="row">
      <a class="btn pri" id="sign-in" href=${`/account/login/?next=/t/${table.id}`}
        >${t('sign_in')}</a
      >
    </div>`;

/**
 * The text for a member whose balance is less than the stake, with what is missing, and the way to more.
 * @param {import('./state.js').TableState} table
 */
export function lacking(table) {
  const { stakes } = table.view.value,
    n = table.shortfall;
  return html`<p class="barred lacking" role="alert">
      ${n ? t('stake_short', { n: amount(n, stakes?.unit) }) : t('stake_lacking')}
    </p>
    <div class="row">
      <a class="btn pri" id="top-up" href="/shop#top-up">${t('stake_top_up')}</a>
    </div>`;
}

/**
 * The text for a member who stakes nothing now, and the way to their limits.
 * @param {import('./state.js').TableState} table
 */
export const objection = (table) =>
  html`<p class="barred" role="alert">
    ${table.stakeObjection}
    <a href="/me/limits" target="_blank" rel="noopener">${t('stake_limits')}</a>
  </p>`;

/** @param {import('./state.js').Commands<any>} a */
export function pane(a) {
  const { table } = a,
    v = table.view.value;
  if (table.seat.value === null)
    return html`<div class="pane wait"><h2>${t('seats_taken')}</h2></div>`;
  const host = v.players[1 - table.seat.value],
    absent = unbrokenName(table.opponent?.name ?? ''),
    waits = absent ? t('open_table_of', { name: absent }) : t('open_table');
  return html`<div class="pane wait">
    <h2>${host ? t('invites', { name: unbrokenName(nameOf(v, 1 - table.seat.value)) }) : waits}</h2>
    ${
      refusal(table) ??
      html`<div class="row">
        <button
          type="button"
          class="btn pri"
          id="sit"
          ?disabled=${table.waiting.value}
          @click=${() => a.sit()}
        >
          ${t('play')}
        </button>
      </div>`
    }
    ${host?.member ? offersLink(table, false) : nothing} ${offeredTerms(table)}
  </div>`;
}
