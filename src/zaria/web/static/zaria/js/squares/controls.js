/** Buttons and keys of a game on squares. */
import { html, icon, lazy, nothing, t } from '../ui/dom.js';
import { armed } from '../shell/confirmation.js';
import { button } from '../shell/buttons.js';
import { settings } from '../shell/settings.js';
import { nameOf, words } from '../shell/announcer.js';
import { frame, spot } from './geometry.js';
import { drawn } from './pieces.js';

/** @typedef {import('./actions.js').Deeds} Deeds */
/** @typedef {import('../shell/buttons.js').Button} Button */

const counting = lazy(() => import('../shell/countdown.js'));

/**
 * Resigning, or leaving while that is free; offering a draw.
 * @param {Deeds} d
 */
export function giving(d) {
  const leave = d.canLeave,
    name = leave ? 'leave' : 'resign',
    sure = armed.value === name;
  const label = leave ? 'leave_free' : 'resign';
  return html`<div class="giving">
    <button
      type="button"
      class="btn quiet grow ${sure ? 'danger' : ''}"
      id="resign"
      data-do=${name}
      ?disabled=${!d.playing}
      @click=${() => d.resign()}
    >
      ${icon(leave ? 'back' : 'flag')}<span>${t(sure ? 'sure' : label)}</span>
    </button>
    <button
      type="button"
      class="btn quiet grow ${armed.value === 'draw' ? 'danger' : ''}"
      id="draw"
      data-do="draw"
      ?disabled=${!d.canOffer}
      @click=${() => d.offer()}
    >
      <b class="half">½</b><span>${t(armed.value === 'draw' ? 'sure' : 'offer_draw')}</span>
    </button>
  </div>`;
}

/**
 * What an offer of the other side asks, above the buttons: it moves none of them.
 * @param {Deeds} d
 */
export function answers(d) {
  if (!d.offered) return nothing;
  return html`<div class="answer" role="group" aria-label=${t('draw')}>
    <p>${t('draw_offered', { name: nameOf(d.table.view.value, 1 - d.table.me.value) })}</p>
    ${answering(d).map(button)}
  </div>`;
}

/**
 * Declining and accepting a draw, not to be pressed by who meant what was there before.
 * @param {Deeds} d
 * @returns {Button[]}
 */
function answering(d) {
  const off =
    d.table.waiting.value || (counting()?.young(`draw-${d.table.moment.value?.plies}`) ?? true);
  return [
    {
      id: 'decline',
      name: 'decline',
      off,
      act: () => d.answer(false),
      label: [icon('close'), html`<span>${t('decline')}</span>`],
    },
    {
      id: 'accept',
      name: 'accept',
      off,
      act: () => d.answer(true),
      label: [icon('check'), html`<span>${t('accept')}</span>`],
    },
  ];
}

/**
 * Undo while a capture goes on, and Done where moves are confirmed.
 * @param {Deeds} d
 * @returns {Button[]}
 */
export function turn(d) {
  /** @type {Button[]} */
  const all = [
    {
      id: 'undo',
      name: 'undo',
      off: !d.canUndo,
      act: () => d.undo(),
      label: [icon('undo'), t('undo')],
    },
  ];
  if (settings.value.confirm)
    all.push({
      id: 'done',
      name: 'done',
      main: true,
      off: !d.canDone,
      act: () => d.done(),
      label: [icon('check'), t('done')],
    });
  return all;
}

/**
 * Whether there is anything to take back: the game knows steps, or moves are confirmed.
 * @param {Deeds} d
 */
const steps = (d) =>
  !['chess', 'ugolki'].includes(d.table.view.value.game) || settings.value.confirm;

/**
 * Under the thumb of a phone: the answer to an offer in the place of the other buttons, unless a
 * move is being made; else whose turn it is or the way back, and what gives a game up.
 * @param {Deeds} d
 */
export function thumbs(d) {
  const v = d.table.view.value,
    making = d.canUndo || d.canDone,
    { confirm } = settings.value;
  if (d.offered && !making) return answering(d).map(button);
  const turnOf = () =>
    d.mine ? t('your_turn') : t('their_turn', { name: nameOf(v, 1 - d.table.me.value) });
  const whose = v.phase === 'move' ? turnOf() : '';
  const said = ['draw', 'resign', 'leave'].includes(armed.value) ? t('sure') : whose;
  const buttons =
    making || (confirm && steps(d)) ? turn(d).map(button) : html`<span class="idle">${said}</span>`;
  return html`${answers(d)}${buttons} ${confirm || making ? nothing : quick(d)}`;
}

/**
 * Offering a draw and giving up, in one tap and another.
 * @param {Deeds} d
 */
function quick(d) {
  const give = d.canLeave ? 'leave' : 'resign',
    [draw, leave] = [armed.value === 'draw', armed.value === give];
  const label = d.canLeave ? 'leave_free' : 'resign';
  return html`<button
      type="button"
      class="btn sq quiet ${draw ? 'danger' : ''}"
      id="quick-draw"
      data-do="draw"
      ?disabled=${!d.canOffer}
      aria-label=${t(draw ? 'sure' : 'offer_draw')}
      @click=${() => d.offer()}
    >
      <b class="half">½</b>
    </button>
    <button
      type="button"
      class="btn sq quiet ${leave ? 'danger' : ''}"
      id="quick-resign"
      data-do=${give}
      ?disabled=${!d.playing}
      aria-label=${t(leave ? 'sure' : label)}
      @click=${() => d.resign()}
    >
      ${icon(d.canLeave ? 'back' : 'flag')}
    </button>`;
}

/**
 * The row of the turn beside a wide board.
 * @param {Deeds} d
 */
export const row = (d) =>
  d.table.you.value !== null && d.table.view.value.phase !== 'over' && steps(d)
    ? html`<div class="giving">${turn(d).map(button)}</div>`
    : nothing;

/**
 * On the board: a short sentence, and the pieces to choose from.
 * @param {Deeds} d
 */
export const onBoard = (d) =>
  html`<p class="note" ?hidden=${!words.value}>${words.value}</p>
    ${picker(d)}`;

/** @param {Deeds} d */
function picker(d) {
  const { table } = d,
    routes = table.asks.value;
  if (!routes.length) return nothing;
  const { size } = table.grid.value,
    f = frame(size),
    to = routes[0].path[routes[0].path.length - 1],
    { x, y } = spot(size, to, table.turned.value);
  const share = (/** @type {number} */ n) => `${(((n + f) * 100) / (size + 2 * f)).toFixed(2)}%`;
  const left = Math.min(size - 2.6, Math.max(2.6, x + 0.5)),
    light = table.me.value === 0;
  return html`<div
    class="picker"
    role="group"
    aria-label=${t('promote')}
    .style=${`left:${share(left)};top:${share(y < size / 2 ? y + 2.1 : y - 1.1)};--up:${y < size / 2 ? 0 : -1}`}
  >
    ${['q', 'r', 'b', 'n']
      .map((kind) => routes.find(({ becomes }) => becomes === kind))
      .map((route) =>
        route
          ? html`<button
              type="button"
              data-becomes=${route.becomes}
              aria-label=${t(`my_${route.becomes}`)}
              @click=${() => d.settle(route)}
            >
              <svg viewBox="0 0 100 100">
                <use
                  href=${`#${drawn('chess', light ? route.becomes.toUpperCase() : route.becomes).symbol}`}
                />
              </svg>
            </button>`
          : nothing,
      )}
  </div>`;
}

/**
 * U or Backspace undo, Enter done, Escape clears; L C O P tell last move, clock, opponent,
 * position.
 * @param {Deeds} d
 * @param {() => number} now
 * @returns {import('../shell/keyboard.js').Does}
 */
export function keys(d, now) {
  const { table } = d;
  return {
    view: () => table.view.value,
    act: {
      u: () => d.undo(),
      enter: (on) => {
        if (!on.closest('[data-at]')) d.done();
      },
    },
    rest: () => d.clear(),
    tell: async () => (await import('./status.js')).squares(table, now),
  };
}
