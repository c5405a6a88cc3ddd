/** Buttons and keys of the match page, and how much room it has. */
import { computed, signal } from '@preact/signals-core';
import { media, html, icon, nothing, t, tap, letter } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { say } from './announcer.js';
import { settings } from './settings.js';
import { ARMED_MS } from './state.js';

/** a phone held upright, and one on its side: there the buttons of the turn are not on the board */
export const upright = signal(false);
const short = signal(false);

export const compact = computed(() => upright.value || short.value);

export const menu = signal(false);

const rulesSheet = whenLoaded(() => import('./rules_sheet.js')),
  helpSheet = whenLoaded(() => import('./help.js'));

media('(orientation: portrait) and (max-width: 700px)', (on) => {
  upright.value = on;
});

media('(orientation: landscape) and (max-height: 480px)', (on) => {
  short.value = on;
});

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
 * What a button says that wants a second tap, above a line that shrinks while it waits.
 * @param {string} [means] what that tap does
 */
export const sure = (means = '') =>
  html`<span class="sure" .style=${`--for:${ARMED_MS}ms`}
    >${tap('sure')}${means && `: ${means}`}</span
  >`;

/**
 * On the card of the other side.
 * @param {() => void} again
 */
export const lookBack = (again) =>
  html`<button
    type="button"
    class="btn quiet sq"
    .style=${'grid-area:1/3/3;width:46px'}
    id="last-again"
    title=${`${t('last_again')} (A)`}
    aria-label=${t('last_again')}
    @click=${again}
  >
    ${icon('again')}
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
 * @param {Uses<PictureModule>} pictures
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
      void rulesSheet((m) => m.show(game, pictures));
    }}
    >${icon('book')}</a
  >`;

/**
 * The way out of a table where one only looks on; a phone has it in the sheet.
 * @param {boolean} narrow beside the button of the result, whose words need the room
 */
const leave = (narrow) =>
  compact.value
    ? nothing
    : html`<a
        class="btn quiet ${narrow ? 'sq' : 'grow'}"
        id="leave"
        href="/"
        title=${t('leave')}
        aria-label=${narrow ? t('leave') : nothing}
        >${icon('back')} ${narrow ? nothing : html`<span>${t('leave_watching')}</span>`}</a
      >`;

/**
 * Rarely needed, away from the others: what gives a game up, rules, flip, sound.
 * @param {import('./state.js').TableState} table
 * @param {() => unknown} giving
 * @param {() => void} flip
 * @param {() => void} again reopens the result
 * @param {() => void} mute
 * @param {Uses<PictureModule>} pictures what draws the pictures of the rules
 */
export function tools(table, giving, flip, again, mute, pictures) {
  const v = table.view.value,
    { sound } = settings.value,
    ended = v.phase === 'over' && v.result;
  const player = () => (ended ? nothing : giving());
  const reopen = () =>
    html`<button type="button" class="btn grow" @click=${again}>
      <span>${t('result')}</span>
    </button>`;
  return html`${ended ? reopen() : nothing} ${table.you.value === null ? leave(!!ended) : player()}
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

/**
 * Keys that act where they were pressed, keys that announce (fetched at first use), what Escape does
 * when nothing is open, and the table of which `?` lists the keys.
 * @typedef {{view: () => View, act: Record<string, (on: HTMLElement) => void>, tell: () =>
 * Promise<Record<string, () => string>>, rest: () => void}} KeyBindings
 */

/**
 * @param {KeyBindings} does
 * @param {() => boolean} escape closes what is open
 */
export function keyboard(does, escape) {
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target),
      pressed = letter(e),
      key = pressed === 'backspace' ? 'u' : pressed;
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      target.closest('dialog') ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    )
      return;
    if (key === 'escape') {
      if (!escape()) does.rest();
    } else if (key === 'enter' && target.closest('button:not([data-at]),a')) return;
    else if (key in does.act) does.act[key](target);
    else if (key === '?') void helpSheet((m) => m.show(does.view()));
    else if ('lcop'.includes(key)) void does.tell().then((all) => say(all[key]()));
    if (pressed === 'backspace') e.preventDefault();
  });
}
