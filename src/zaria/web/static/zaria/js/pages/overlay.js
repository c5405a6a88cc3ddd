/**
 * A match as a transparent layer for a broadcast. It asks for the table as it was some minutes ago, so that
 * a broadcasting program may load it again at any time and shows what it showed before.
 */
import { byId, html, nothing, t } from '../ui/dom.js';
import { boardText, drawArrows } from '../ui/drawn_arrows.js';
import { ENOUGH } from '../ui/imports.js';
import { men } from '../ui/small_board.js';
import { clockState, digits } from '../shell/state.js';
import { render } from 'lit-html';

/** ms between two questions for the table, and for the match that the layer follows. */
const EVERY = 1000,
  FOLLOWS = 10_000;
/** ms between two pictures of the clocks. */
const TICK = 200;
/** A chance in the language of the layer. */
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });

/**
 * As `zaria.club.broadcast.views.BroadcastMoment`.
 * @typedef {{n: number, until: number, view?: View, chances?: [number, number], drawn?: Drawn,
 * clocks?: View['clocks']}} Moment
 */

/**
 * What a commentator has drawn on a board.
 * @typedef {{board: string, arrows: import('../ui/drawn_arrows.js').DrawnArrow[]}} Drawn
 */

const { match = '', moments = '', follows = '', title = '' } = document.body.dataset,
  choices = new URLSearchParams(location.search);

class Overlay {
  constructor() {
    this.n = -1;
    /** @type {View|null} */
    this.view = null;
    /** @type {[number, number]|null} */
    this.chances = null;
    /** the clock beside a real board
     * @type {View['clocks']} */
    this.clocks = null;
    this.gameNo = -1;
    /** what the server's clock shows in the broadcast, less that of this page */
    this.offset = 0;
  }

  async ask() {
    const query = new URLSearchParams({
      n: String(this.n),
      delay: choices.get('delay') ?? '0',
      chance: choices.get('chance') ?? '0',
      by: choices.get('by') ?? '',
    });
    const moment = await answer(`${moments}?${query}`);
    if (moment) this.hear(/** @type {Moment} */ (moment));
  }

  /** @param {Moment} moment */
  hear({ n, until, view, chances, drawn, clocks }) {
    this.clocks = clocks ?? null;
    this.offset = until - performance.now();
    if (view) {
      this.view = view;
      this.n = n;
      if (view.game_no !== this.gameNo) this.chances = null;
      this.gameNo = view.game_no;
      this.chances = chances ?? this.chances;
      const pieces = document.querySelector('#board .men');
      if (pieces) pieces.innerHTML = men(view);
    }
    this.showArrows(drawn);
    this.draw();
  }

  /** @param {Drawn|undefined} drawn */
  showArrows(drawn) {
    const svg = /** @type {SVGSVGElement|null} */ (document.querySelector('#board svg:has(.men)')),
      isOfBoard = drawn && this.view && drawn.board === boardText(this.view);
    if (svg) drawArrows(svg, isOfBoard ? drawn.arrows : []);
  }

  draw() {
    const { view } = this;
    byId('soon').hidden = view !== null;
    byId('score').hidden = view === null;
    document.getElementById('board')?.toggleAttribute('hidden', view === null);
    if (view) render(this.lines(view), byId('score'));
    document.documentElement.dataset.ready = '1';
  }

  /** @param {View} view */
  lines(view) {
    const { cube, length } = view;
    return html`${[0, 1].map((side) => this.line(view, side))}
      <p class="terms">
        <span>${title || view.title}</span>
        ${length > 1 ? html`<span>${t('to_points', { n: length })}</span>` : nothing}
        ${cube.value > 1 && cube.owner === null ? html`<span class="cube">${cube.value}</span>` : nothing}
      </p>`;
  }

  /**
   * @param {View} view
   * @param {number} side
   */
  line(view, side) {
    const clock = clockState(this.clocks ?? view.clocks, side, performance.now() + this.offset),
      { cube, squares } = view,
      // the delay of a clock beside a real board is that of the side whose turn it is alone
      time = this.clocks ? clock?.bank : clock?.left;
    return html`<div class="line ${view.to_act === side ? 'turn' : ''}">
      <i class="side-${side}"></i>
      <b class="name">${view.players[side]?.name ?? '–'}</b>
      ${cube.value > 1 && cube.owner === side ? html`<span class="cube">${cube.value}</span>` : nothing}
      ${
        this.chances
          ? html`<span class="chance">${percent.format(this.chances[side])}</span>`
          : nothing
      }
      ${squares ? nothing : html`<span class="pips">${t('pips')} ${view.pips[side]}</span>`}
      ${rolled(view, side)}
      ${time === undefined ? nothing : html`<span class="time">${digits(time)}</span>`}
      <b class="points">${view.score[side]}</b>
    </div>`;
  }
}

/**
 * The dice of the side that plays them.
 * @param {View} view
 * @param {number} side
 */
const rolled = ({ squares, turn, thrown }, side) =>
  !squares && turn === side && thrown.length
    ? html`<span class="rolled">${thrown.join('-')}</span>`
    : nothing;

/** @param {string} address */
async function answer(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ENOUGH) });
    return response.ok ? await response.json() : null;
  } catch {
    return null; // what is shown stays, and the next question follows
  }
}

const overlay = new Overlay();
overlay.draw();
if (moments) {
  void overlay.ask();
  setInterval(() => void overlay.ask(), EVERY);
  setInterval(() => overlay.draw(), TICK);
}
if (follows)
  setInterval(() => {
    void answer(follows).then((table) => {
      if (table && table.match !== match) location.reload();
    });
  }, FOLLOWS);
