/** The stake of a search: whether the member plays for one, how much, and the most that can be lost. */
import { signal } from '@preact/signals-core';
import { html, nothing, stakeRange, t } from '../ui/dom.js';
import { keep, recall } from '../live/storage.js';

const KEPT = 'zaria.stake',
  LOWEST = 100,
  HIGHEST = 1e9,
  LONGEST = 12;

/**
 * What the club allows: the points of the highest win of a single game, by game (1: the stake is all
 * that can be lost), and the unit of amounts.
 * @typedef {{wins: Record<string, number>, unit: string}} StakeTerms
 */

/**
 * An amount in hundredths, as a member writes it; null: it is none.
 * @param {string} text
 */
export function hundredths(text) {
  const plain = text.replace(/[\s\u00a0]/g, '').replace(',', '.');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

export class StakeChoice {
  /** @param {StakeTerms} terms */
  constructor(terms) {
    this.terms = terms;
    const [on = '', stake = '', most = ''] = (recall(KEPT) ?? '').split(' ');
    this.on = signal(!!on);
    this.stake = signal(stake);
    this.most = signal(most);
    /** why the amounts are none: the field and the sentence */
    this.fault = signal(/** @type {{field: 'stake'|'most', text: string}|null} */ (null));
  }

  /**
   * How often the stake can be lost at once.
   * @param {string} game
   * @param {number} length
   */
  highestWin(game, length) {
    return length > 1 ? 1 : (this.terms.wins[game] ?? 1);
  }

  save() {
    this.fault.value = null;
    const parts = [this.on.peek() ? '1' : '', this.stake.peek().trim(), this.most.peek().trim()];
    keep(KEPT, parts.map((part) => part.replace(/\s/g, '')).join(' '));
  }

  /**
   * The stake and the most of a search for `game`; empty without a stake, null where they are wrong. In a
   * match to points the stake is all that can be lost.
   * @param {string} game
   * @param {number} length
   * @returns {{stake?: number, most?: number}|null}
   */
  of(game, length) {
    if (!this.on.value) return {};
    const stake = hundredths(this.stake.value),
      wins = this.highestWin(game, length),
      limit = wins > 1 && this.most.value.trim();
    if (stake === null || stake < LOWEST) return null;
    if (!limit) return { stake, most: Math.min(stake * wins, HIGHEST) };
    const most = hundredths(this.most.value);
    return most === null || most < stake ? null : { stake, most };
  }

  /**
   * Whether a search for `game` can begin; else the reason stands at the field, which gets the focus.
   * @param {string} game
   * @param {number} length
   */
  check(game, length) {
    if (this.of(game, length)) return true;
    const stake = hundredths(this.stake.peek());
    const field = stake === null || stake < LOWEST ? 'stake' : 'most';
    this.fault.value = { field, text: t(field === 'stake' ? 'stake_too_low' : 'most_too_low') };
    /** @type {HTMLInputElement|null} */ (document.querySelector(`#seek-${field}`))?.focus();
    return false;
  }

  /**
   * What a search for `game` would be played for, as text.
   * @param {string} game
   * @param {number} length
   */
  text(game, length) {
    const terms = this.of(game, length);
    if (!terms?.stake) return '';
    const { stake, most } = terms;
    return stakeRange({ stake, most, fee: 'none', unit: this.terms.unit, rate: null }, 1);
  }
}

/**
 * The switch, and the amounts once it is on.
 * @param {StakeChoice} choice
 * @param {string} game
 * @param {number} length
 * @param {() => void} find
 */
export function stakeFields(choice, game, length, find) {
  /**
   * @param {'stake'|'most'} field
   * @param {string} label
   * @param {string} [placeholder]
   */
  const amountField = (field, label, placeholder = '') => {
    const fault = choice.fault.value?.field === field ? choice.fault.value.text : '';
    return html`<label for=${`seek-${field}`}
      >${label}<input
        id=${`seek-${field}`}
        inputmode="decimal"
        autocomplete="off"
        maxlength=${LONGEST}
        placeholder=${placeholder}
        aria-invalid=${fault ? 'true' : nothing}
        aria-describedby=${fault ? 'seek-fault' : nothing}
        .value=${choice[field].value}
        @input=${(/** @type {Event} */ e) => {
          choice[field].value = /** @type {HTMLInputElement} */ (e.target).value;
          choice.save();
        }}
        @keydown=${(/** @type {KeyboardEvent} */ e) => {
          if (e.key === 'Enter') find();
        }}
    /></label>`;
  };
  const wins = choice.highestWin(game, length),
    stake = hundredths(choice.stake.value);
  const usualMost = stake === null ? '' : ((stake * wins) / 100).toFixed(2);
  return html`<label class="check"
      ><input
        type="checkbox"
        id="for-stake"
        .checked=${choice.on.value}
        @change=${(/** @type {Event} */ e) => {
          choice.on.value = /** @type {HTMLInputElement} */ (e.target).checked;
          choice.save();
        }}
      />${t('for_stake')}</label
    >
    ${
      choice.on.value
        ? html`<div class="sums">
            ${amountField('stake', t('stake'), '1.00')}
            ${wins > 1 ? amountField('most', t('most'), usualMost) : nothing}
            <p class="wrong" id="seek-fault" role="alert">${choice.fault.value?.text ?? nothing}</p>
            <a href="/rules/credits" target="_blank" rel="noopener">${t('stakes_explained')}</a>
          </div>`
        : nothing
    }`;
}

/**
 * Why there is no search for a stake, and what helps.
 * @param {import('../protocol.js').Rejected} refusal
 */
export const refused = ({ code, text }) =>
  html`<p class="wrong" id="refusal" role="alert">
    ${text}
    ${
      code === 'not_enough_credits'
        ? html`<a class="btn pri" id="top-up" href="/shop#top-up">${t('stake_top_up')}</a>`
        : nothing
    }
  </p>`;
