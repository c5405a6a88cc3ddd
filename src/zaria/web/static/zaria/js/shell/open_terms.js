/** The terms of an open table as its sheet says them, and the way to offers of other terms. */
import { clockText, html, nothing, t } from '../ui/dom.js';
import { isBoardGame } from './state.js';

/**
 * The length and the clock in a line.
 * @param {View} v
 */
export const lengthAndClock = (v) =>
  [isBoardGame(v) ? '' : length(v), clockText(v.clock_terms)].filter(Boolean).join(' · ');

/**
 * The length of the match, or that it is a session.
 * @param {View} v
 */
export function length({ length: n }) {
  if (!n) return t('session');
  return n > 1 ? t('to_points', { n }) : t('one_game');
}

/**
 * The way to the offers of other terms, for members at a table that is open for them.
 * @param {import('./state.js').TableState} table
 * @param {boolean} hosts whether the visitor owns the table
 */
export function offersLink(table, hosts) {
  const n = table.offers.value;
  if (!('member' in document.body.dataset)) return nothing;
  return html`<div class="row">
    <a class="btn" id="offers" href=${`/t/${table.id}/offers`}
      >${hosts ? t('offers_received') : t('offers_make')}${
        hosts && n ? html` <b class="badge">${n}</b>` : nothing
      }</a
    >
  </div>`;
}
