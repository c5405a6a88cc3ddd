/** The editor of a position: pieces to place, who moves, and the way to the page of what was placed. */
import { signal } from '@preact/signals-core';
import { html, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { kindOf, pieceImage } from '../squares/pieces.js';
import { draggable } from './edit_drag.js';

/** @typedef {import('./edit_tables.js').TablesEdit} TablesEdit */
/** @typedef {import('./edit_squares.js').SquaresEdit} SquaresEdit */
/** @typedef {TablesEdit|SquaresEdit} Model */
/**
 * A board that is edited: `under` names the place at a point of the window, -1 beside the board, and
 * `size` is that of a piece in pixels.
 * @typedef {{ model: Model, field: HTMLElement, size(): number, under(p: XY): number }} Edited
 */

const SIDES = ['light', 'dark'];
const FACES = [1, 2, 3, 4, 5, 6];

/**
 * @param {import('./replay_steps.js').Steps<any>} steps of the page's one position
 * @param {HTMLElement} root to be filled
 */
export function open(steps, root) {
  const board = /** @type {import('./replay_steps.js').Board} */ (steps.board);
  const tool = signal('light'),
    drawn = signal(0),
    wrong = signal({ reason: '', known: true });
  const edited = board.edit((at) => place(at)),
    { model } = edited;
  if ('board' in model) tool.value = model.tools[0];
  mount(root, view);
  steps.query = query;
  document.documentElement.dataset.edited = '1';
  draggable({
    ...edited,
    store: root,
    top: (at) => model.top(at),
    tap: place,
    lift(at) {
      model.take(at);
      show();
    },
    put(at, piece) {
      const placed = model.put(at, piece);
      show();
      return placed;
    },
  });
  /** @type {HTMLElement|null} */ (root.querySelector('button'))?.focus({ preventScroll: true });
  scrollTo({ top: 0 });

  /** @param {number} at */
  function place(at) {
    if (model.place(at, tool.value)) show();
  }

  function show() {
    Object.assign(steps.data.frames[0], model.frame);
    wrong.value = { reason: '', known: true };
    drawn.value++;
    steps.show(false);
  }

  /** The query of the address of what was placed. */
  function query() {
    const { searchParams } = new URL(location.href),
      params = new URLSearchParams(model.query);
    for (const option of searchParams.getAll('set')) params.append('set', option);
    for (const cube of searchParams.getAll('cube')) params.set('cube', cube);
    params.set('near', String(steps.near));
    return params;
  }

  /** The page of what was placed, if the game knows such a position. */
  async function leave() {
    const address = `${location.pathname}?${query()}`;
    try {
      const answer = await fetch(address, {
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(ENOUGH),
      });
      const refusal = await answer.json();
      if (refusal.reason) wrong.value = refusal;
      else location.assign(address);
    } catch {
      wrong.value = { reason: t('ed_away'), known: true };
    }
  }

  function view() {
    void drawn.value;
    const checkers = 'men' in model;
    return html`<p class="ed-how">${t(checkers ? 'ed_how_checkers' : 'ed_how')}</p>
      <div class="ed-tools" role="group" aria-label=${t(checkers ? 'ed_checkers' : 'ed_piece')}>
        ${model.tools.map(button)}
      </div>
      ${checkers ? [aside(model), dice(model)] : nothing}
      <div class="ed-row">
        <span id="ed-turn">${t('ed_turn')}</span>
        <div class="seg" role="group" aria-labelledby="ed-turn">
          ${[0, 1].map(
            (side) =>
              html`<button
                type="button"
                aria-pressed=${model.turn === side}
                @click=${() => {
                  model.turn = side;
                  show();
                }}
              >
                ${steps.name(side)}
              </button>`,
          )}
        </div>
      </div>
      ${
        wrong.value.reason
          ? html`<p class="alert" role="alert">
              ${t('ed_wrong')}
              <small lang=${wrong.value.known ? nothing : 'en'}>${wrong.value.reason}</small>
            </p>`
          : nothing
      }
      <div class="ed-acts">
        <button
          type="button"
          class="btn"
          id="ed-clear"
          @click=${() => {
            model.clear();
            show();
          }}
        >
          ${t('ed_clear')}
        </button>
        <button type="button" class="btn" id="ed-cancel" @click=${() => location.reload()}>
          ${t('cancel')}
        </button>
        <button type="button" class="btn pri" id="ed-done" @click=${leave}>${t('done')}</button>
      </div>`;
  }

  /** @param {string} piece */
  function button(piece) {
    const name = label(piece);
    return html`<button
      type="button"
      class="ed-tool"
      data-tool=${piece}
      aria-pressed=${tool.value === piece}
      aria-label=${name}
      title=${name}
      @click=${() => {
        tool.value = piece;
      }}
    >
      ${picture(piece)}
    </button>`;
  }

  /** @param {string} piece */
  function label(piece) {
    if (!piece) return t('ed_remove');
    if ('men' in model) return steps.name(SIDES.indexOf(piece));
    const { light } = pieceImage(model.game, piece);
    return `${steps.name(light ? 0 : 1)}: ${t(`pieces_${kindOf(model.game, piece)}`)}`;
  }

  /** @param {string} piece */
  function picture(piece) {
    if (!piece) return html`<span aria-hidden="true">✕</span>`;
    if ('men' in model) return html`<i class="disc ${piece === 'dark' ? 'dk' : 'lt'}"></i>`;
    return html`<svg viewBox="0 0 100 100" aria-hidden="true">
      <use href=${`#${pieceImage(model.game, piece).symbol}`} />
    </svg>`;
  }

  /**
   * Checkers on the bar, or in hand.
   * @param {TablesEdit} of
   */
  function aside(of) {
    return [0, 1].map((side) => {
      const name = `${t(of.beside)}: ${steps.name(side)}`,
        by = (/** @type {1|-1} */ n) => {
          of.aside(side, n);
          show();
        };
      return html`<div class="ed-row" role="group" aria-label=${name}>
        <span>${name}</span>
        <button type="button" class="btn" aria-label=${`${name} −1`} @click=${() => by(-1)}>
          −
        </button>
        <b>${of.men[side][25]}</b>
        <button type="button" class="btn" aria-label=${`${name} +1`} @click=${() => by(1)}>
          +
        </button>
      </div>`;
    });
  }

  /**
   * The roll, or none.
   * @param {TablesEdit} of
   */
  function dice(of) {
    const change = (/** @type {number} */ k, /** @type {number} */ value) => {
      const unchanged = of.dice[1 - k] ?? value;
      if (!value) of.dice = [];
      else of.dice = k ? [unchanged, value] : [value, unchanged];
      show();
    };
    return html`<div class="ed-row" role="group" aria-label=${t('ed_dice')}>
      <span>${t('ed_dice')}</span>
      ${[0, 1].map(
        (k) =>
          html`<select
            aria-label=${`${t('ed_dice')} ${k + 1}`}
            @change=${(/** @type {Event} */ e) =>
              change(k, Number(/** @type {HTMLSelectElement} */ (e.target).value))}
          >
            <option value="0" ?selected=${!of.dice.length}>–</option>
            ${FACES.map((face) => html`<option value=${face} .selected=${of.dice[k] === face}>${face}</option>`)}
          </select>`,
      )}
    </div>`;
  }
}
