/** Buttons that are always at the same places. */
import { html, icon, nothing, t } from '../ui/dom.js';

import { settings } from './settings.js';

import { compact } from './viewport.js';

/**
 * @typedef {{id: string, name: string, label: unknown, off?: boolean, act: () => void, main?:
 * boolean}} Button
 */

/** @param {Button} b */
export const button = (b) =>
  html`<button
    type="button"
    class="btn ${b.main ? 'pri' : ''}"
    id=${b.id}
    data-do=${b.name}
    ?disabled=${!!b.off}
    @click=${b.act}
  >
    ${b.label}
  </button>`;

/**
 * The row under the thumb of a phone, beside the button of the menu.
 * @param {import('./state.js').TableState} table
 * @param {() => unknown} turn its buttons during the game
 * @param {() => void} menu
 * @param {() => void} again reopens the result
 */
export function thumbs(table, turn, menu, again) {
  const { phase, delayed, result, game } = table.view.value,
    watching = delayed ? 'delayed' : 'watching';
  const reopen = html`<button type="button" class="btn" id="again" @click=${again}>
    ${t('result')}
  </button>`;
  const newGame = html`<a
    class="btn ${table.sheet.value ? '' : 'pri'}"
    href=${`/new/${game}?as=${table.id}`}
    >${t('new_game')}</a
  >`;
  return html`<button type="button" class="btn sq" id="menu" aria-label=${t('menu')} @click=${menu}>
      ${icon('menu')}
    </button>
    ${buttons()}`;

  function buttons() {
    if (phase === 'over') return html`${result ? reopen : nothing}${newGame}`;
    return table.you.value === null
      ? html`<span class="idle">${t(phase === 'open' ? 'open_table' : watching)}</span>`
      : turn();
  }
}

/**
 * The rules of the game that is played, in a sheet; without this page's script the link leads to
 * their own page.
 * @param {string} game
 * @param {() => Promise<{draw: (root: ParentNode) => void}>} pictures
 */
const rules = (game, pictures) =>
  html`<a
    class="btn quiet sq"
    id="rules"
    href=${`/rules/${game}`}
    title=${t('rules')}
    aria-label=${t('rules')}
    @click=${(/** @type {Event} */ e) => {
      e.preventDefault();
      void import('./rules_sheet.js').then((m) => m.show(game, pictures));
    }}
    >${icon('book')}</a
  >`;

/** The way out of a table where one only looks on; a phone has it in the sheet. */
const leave = () =>
  compact.value
    ? nothing
    : html`<a class="btn quiet grow" id="leave" href="/" title=${t('leave')}
        >${icon('back')} <span>${t('leave_watching')}</span></a
      >`;

/**
 * Rarely needed, away from the others: what gives a game up, rules, flip, sound.
 * @param {import('./state.js').TableState} table
 * @param {() => unknown} giving
 * @param {() => void} flip
 * @param {() => void} again reopens the result
 * @param {() => void} mute
 * @param {() => Promise<{draw: (root: ParentNode) => void}>} pictures what draws the pictures of the rules
 */
export function tools(table, giving, flip, again, mute, pictures) {
  const v = table.view.value,
    { sound } = settings.value,
    ended = v.phase === 'over' && v.result;
  const player = () => (ended ? nothing : giving());
  const reopen = () =>
    html`<button type="button" class="btn grow" @click=${again}>
      ${icon('cup')}${t('result')}
    </button>`;
  return html`${ended ? reopen() : nothing} ${table.you.value === null ? leave() : player()}
    ${rules(v.now, pictures)}
    <button
      type="button"
      class="btn quiet sq"
      id="flip"
      title=${t('flip')}
      aria-label=${t('flip')}
      @click=${flip}
    >
      ${icon('flip')}
    </button>
    <button
      type="button"
      class="btn quiet sq"
      id="mute"
      title=${t('sound')}
      aria-label=${t('sound')}
      aria-pressed=${sound}
      @click=${mute}
    >
      ${icon(sound ? 'sound' : 'mute')}
    </button>`;
}
