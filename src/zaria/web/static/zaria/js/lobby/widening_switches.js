/** The switches for what a search comes to accept besides. */
import { html, t } from '../ui/dom.js';

/** Seconds after which the server accepts other speeds, other lengths, and similar games. */
const SPEEDS_AFTER = 15,
  LENGTHS_AFTER = 25,
  GAMES_AFTER = 40;

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

/** @param {import('./quick.js').Quick} quick */
export const switches = ({ speeds, lengths, games }) =>
  html`${box('other-speeds', speeds, t('other_speeds_after', { n: SPEEDS_AFTER }))}
  ${box('other-lengths', lengths, t('other_lengths_after', { n: LENGTHS_AFTER }))}
  ${box('similar-games', games, t('similar_games_after', { n: GAMES_AFTER }))}`;
