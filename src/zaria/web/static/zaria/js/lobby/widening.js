/** What a search comes to accept besides: the switches for it, and what it has come to by now. */
import { html, nothing, t } from '../ui/dom.js';
import { lengthText } from './match_choice.js';

/** Seconds after which the server accepts other speeds, other lengths, and similar games. */
const SPEEDS_AFTER = 15,
  LENGTHS_AFTER = 25,
  GAMES_AFTER = 40;

/** @typedef {import('./quick.js').Quick} Quick */

/** @param {Quick} quick */
export function widening(quick) {
  const { speeds, lengths, games } = quick;
  const agreed = [
    speeds.value && t('other_speeds'),
    lengths.value && t('other_lengths'),
    games.value && t('similar_games'),
  ];
  /**
   * @param {string} id
   * @param {Signal<boolean>} on
   * @param {string} text
   */
  const box = (id, on, text) =>
    html`<label class="check"
      ><input
        type="checkbox"
        id=${id}
        .checked=${on.value}
        @change=${(/** @type {Event} */ e) => {
          on.value = /** @type {HTMLInputElement} */ (e.target).checked;
        }}
      />${text}</label
    >`;
  return html`<details class="wider">
    <summary>
      ${t('also_accept')}: <b>${agreed.filter(Boolean).join(', ') || t('nothing_else')}</b>
    </summary>
    ${box('other-speeds', speeds, t('other_speeds_after', { n: SPEEDS_AFTER }))}
    ${box('other-lengths', lengths, t('other_lengths_after', { n: LENGTHS_AFTER }))}
    ${box('similar-games', games, t('similar_games_after', { n: GAMES_AFTER }))}
  </details>`;
}

/**
 * What the search accepts by now, besides what it was begun for.
 * @param {Quick} quick
 */
export function acceptedNow(quick) {
  if (quick.often.value) return html`<small class="also">${t('met_often')}</small>`;
  const { speeds, lengths, games } = quick.accepted.value;
  const parts = [
    ...speeds.map((speed) => t(`speed_${speed}`)),
    ...lengths.map(lengthText),
    ...games.map((game) => t(`game_${game}`)),
  ];
  return parts.length
    ? html`<small class="also">${t('also_accepted', { what: parts.join(', ') })}</small>`
    : nothing;
}
