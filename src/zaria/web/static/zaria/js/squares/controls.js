/** Buttons and keys of a game on squares. */
import { html, icon, lazy, nothing, t, tap } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { armed } from '../shell/state.js';
import { button, sure } from '../shell/controls.js';
import { settings } from '../shell/settings.js';
import { nameOf, notice } from '../shell/announcer.js';
import { frame, spot } from './geometry.js';
import { isStepless, pieceImage } from './pieces.js';

/** @typedef {import('./actions.js').BoardActions} BoardActions */
/** @typedef {import('../shell/controls.js').Button} Button */

const counting = lazy(() => import('../shell/countdown.js')),
  status = whenLoaded(() => import('./status.js'));

/**
 * Resigning, or leaving while that is free; offering a draw.
 * @param {BoardActions} actions
 */
export function giving(actions) {
  const leave = actions.canLeave,
    name = leave ? 'leave' : 'resign',
    isArmed = armed.value === name;
  const label = leave ? 'leave_free' : 'resign';
  return html`<div class="giving">
    <button
      type="button"
      class="btn quiet grow ${isArmed ? 'danger' : ''}"
      id="resign"
      data-do=${name}
      ?disabled=${!actions.playing}
      @click=${() => actions.resign()}
    >
      ${icon(leave ? 'back' : 'flag')}<span>${isArmed ? sure() : t(label)}</span>
    </button>
    <button
      type="button"
      class="btn quiet grow ${armed.value === 'draw' ? 'danger' : ''}"
      id="draw"
      data-do="draw"
      ?disabled=${!actions.canOffer}
      @click=${() => actions.offer()}
    >
      <b class="half">½</b><span>${armed.value === 'draw' ? sure() : t('offer_draw')}</span>
    </button>
  </div>`;
}

/**
 * What an offer of the other side asks, above the buttons: it moves none of them.
 * @param {BoardActions} actions
 */
export function answers(actions) {
  if (!actions.offered) return nothing;
  return html`<div class="answer" role="group" aria-label=${t('draw_offer')}>
    <p>
      ${t('draw_offered', { name: nameOf(actions.table.view.value, 1 - actions.table.me.value) })}
    </p>
    ${answering(actions).map(button)}
  </div>`;
}

/**
 * Declining and accepting a draw, not to be pressed by who meant what was there before.
 * @param {BoardActions} actions
 * @returns {Button[]}
 */
function answering(actions) {
  const off =
    actions.table.waiting.value ||
    (counting()?.isFresh(`draw-${actions.table.moment.value?.plies}`) ?? true);
  return [
    {
      id: 'decline',
      name: 'decline',
      off,
      act: () => actions.answer(false),
      label: [icon('close'), html`<span>${t('decline')}</span>`],
    },
    {
      id: 'accept',
      name: 'accept',
      off,
      act: () => actions.answer(true),
      label: [html`<b class="half">½</b>`, html`<span>${t('accept')}</span>`],
    },
  ];
}

/**
 * Undo while a capture goes on, and Done where moves are confirmed.
 * @param {BoardActions} actions
 * @returns {Button[]}
 */
function turn(actions) {
  /** @type {Button[]} */
  const all = [
    {
      id: 'undo',
      name: 'undo',
      off: !actions.canUndo,
      act: () => actions.undo(),
      label: [icon('undo'), t('undo')],
    },
  ];
  if (settings.value.confirm)
    all.push({
      id: 'done',
      name: 'done',
      main: true,
      off: !actions.canDone,
      act: () => actions.done(),
      label: [icon('check'), t('done')],
    });
  return all;
}

/**
 * Whether there is anything to take back: the game knows steps, or moves are confirmed.
 * @param {BoardActions} actions
 */
const steps = (actions) => !isStepless(actions.table.view.value.game) || settings.value.confirm;

/**
 * Under the thumb of a phone: the answer to an offer in the place of the other buttons, unless a
 * move is being made; else whose turn it is or the way back, and what gives a game up.
 * @param {BoardActions} actions
 */
export function thumbs(actions) {
  const v = actions.table.view.value,
    making = actions.canUndo || actions.canDone,
    { confirm } = settings.value;
  if (actions.offered && !making) return answering(actions).map(button);
  const turnOf = () =>
    actions.mine
      ? t('your_turn')
      : t('their_turn', { name: nameOf(v, 1 - actions.table.me.value) });
  const turnLabel = v.phase === 'move' ? turnOf() : '';
  const idleLabel = ['draw', 'resign', 'leave'].includes(armed.value) ? sure() : turnLabel;
  const buttons =
    making || (confirm && steps(actions))
      ? turn(actions).map(button)
      : html`<span class="idle">${idleLabel}</span>`;
  return html`${answers(actions)}${buttons} ${confirm || making ? nothing : quick(actions)}`;
}

/**
 * Offering a draw and giving up, in one tap and another.
 * @param {BoardActions} actions
 */
function quick(actions) {
  const give = actions.canLeave ? 'leave' : 'resign',
    [draw, leave] = [armed.value === 'draw', armed.value === give];
  const label = actions.canLeave ? 'leave_free' : 'resign';
  return html`<button
      type="button"
      class="btn sq quiet ${draw ? 'danger' : ''}"
      id="quick-draw"
      data-do="draw"
      ?disabled=${!actions.canOffer}
      aria-label=${draw ? tap('sure') : t('offer_draw')}
      @click=${() => actions.offer()}
    >
      <b class="half">½</b>
    </button>
    <button
      type="button"
      class="btn sq quiet ${leave ? 'danger' : ''}"
      id="quick-resign"
      data-do=${give}
      ?disabled=${!actions.playing}
      aria-label=${leave ? tap('sure') : t(label)}
      @click=${() => actions.resign()}
    >
      ${icon(actions.canLeave ? 'back' : 'flag')}
    </button>`;
}

/**
 * The row of the turn beside a wide board.
 * @param {BoardActions} actions
 */
export const row = (actions) =>
  actions.table.you.value !== null && actions.table.view.value.phase !== 'over' && steps(actions)
    ? html`<div class="giving">${turn(actions).map(button)}</div>`
    : nothing;

/**
 * On the board: a short sentence, and the pieces to choose from.
 * @param {BoardActions} actions
 */
export const onBoard = (actions) =>
  html`<p class="note" ?hidden=${!notice.value}>${notice.value}</p>
    ${actions.table.past.value ? nothing : picker(actions)}`;

/** @param {BoardActions} actions */
function picker(actions) {
  const { table } = actions,
    routes = table.promotions.value;
  if (!routes.length) return nothing;
  const { size } = table.grid.value,
    f = frame(size),
    to = routes[0].path[routes[0].path.length - 1],
    { x, y } = spot(size, to, table.turned.value);
  const share = (/** @type {number} */ n) => `${(((n + f) * 100) / (size + 2 * f)).toFixed(2)}%`;
  const leftEdge = Math.min(size - 2.6, Math.max(2.6, x + 0.5)),
    light = table.me.value === 0;
  return html`<div
    class="picker"
    role="group"
    aria-label=${t('promote')}
    .style=${`left:${share(leftEdge)};top:${share(y < size / 2 ? y + 2.1 : y - 1.1)};--up:${y < size / 2 ? 0 : -1}`}
  >
    ${['q', 'r', 'b', 'n']
      .map((kind) => routes.find(({ becomes }) => becomes === kind))
      .map((route) =>
        route
          ? html`<button
              type="button"
              data-becomes=${route.becomes}
              aria-label=${t(`my_${route.becomes}`)}
              @click=${() => actions.settle(route)}
            >
              <svg viewBox="0 0 100 100">
                <use
                  href=${`#${pieceImage('chess', light ? route.becomes.toUpperCase() : route.becomes).symbol}`}
                />
              </svg>
            </button>`
          : nothing,
      )}
  </div>`;
}

/**
 * U or Backspace undo, Enter done, A the last move again, Escape clears; L C O P tell last move, clock, opponent,
 * position.
 * @param {BoardActions} actions
 * @param {() => number} now
 * @param {() => void} again shows the other side's last move once more
 * @returns {import('../shell/controls.js').KeyBindings}
 */
export function keys(actions, now, again) {
  const { table } = actions;
  return {
    view: () => table.view.value,
    act: {
      u: () => actions.undo(),
      a: () => again(),
      enter: (on) => {
        if (!on.closest('[data-at]') && actions.canDone) actions.done();
      },
    },
    rest: () => actions.clear(),
    tell: () => status((m) => m.squares(table, now)),
  };
}
