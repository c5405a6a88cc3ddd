/**
 * The page on which a commentator draws arrows on the board of a match. It shows the table as the layer does,
 * equally late, and sends each change of the drawing.
 */
import { byId } from '../ui/dom.js';
import { WHOLE, boardText, drawArrows } from '../ui/drawn_arrows.js';
import { ENOUGH } from '../ui/imports.js';
import { men } from '../ui/small_board.js';

/** @typedef {import('../ui/drawn_arrows.js').DrawnArrow} DrawnArrow */
/** @typedef {{ x: number, y: number }} Place */

/** ms between two questions for the table. */
const EVERY = 1000;
/** A press that ends so near to its begin draws a ring, and the step of the mark that keys move. */
const NEAR = 20,
  STEP = 25;
/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
/** As in `zaria.club.broadcast.drawings`. */
const MOST_ARROWS = 30;

const main = byId('main'),
  board = byId('board'),
  svg = /** @type {SVGSVGElement} */ (board.querySelector('svg:has(.men)')),
  pieces = /** @type {Element} */ (svg.querySelector('.men')),
  status = byId('drawing-status'),
  undo = /** @type {HTMLButtonElement} */ (byId('undo')),
  clear = /** @type {HTMLButtonElement} */ (byId('clear'));
const { address = '' } = main.dataset;

class Commentary {
  constructor() {
    this.n = -1;
    this.position = '';
    /** @type {DrawnArrow[]} */
    this.arrows = [];
    /** where an arrow that is being drawn begins
     * @type {Place|null} */
    this.start = null;
    /** where it ends so far, or the mark that keys move
     * @type {Place|null} */
    this.end = null;
    /** the last request that was sent: answers to earlier ones say nothing */
    this.request = 0;
  }

  async ask() {
    const query = new URLSearchParams({ n: String(this.n), delay: main.dataset.delay ?? '0' });
    try {
      const answer = await fetch(`${address}/overlay.json?${query}`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (answer.ok) this.hear(await answer.json());
    } catch {
      // what is shown stays, and the next question follows
    }
  }

  /** @param {import('./overlay.js').Moment} moment */
  hear({ n, view }) {
    byId('soon').hidden = n >= 0;
    if (!view) return;
    this.n = n;
    pieces.innerHTML = men(view);
    if (boardText(view) !== this.position) {
      this.position = boardText(view);
      this.arrows = [];
      status.textContent = '';
      this.stop();
    }
    document.documentElement.dataset.ready = '1';
  }

  draw() {
    const { arrows, start, end } = this;
    const drawing = /** @type {DrawnArrow[]} */ (
      end ? [start ? [start.x, start.y, end.x, end.y] : [end.x, end.y, end.x, end.y]] : []
    );
    drawArrows(svg, [...arrows, ...drawing]);
    svg.querySelector('.drawn')?.classList.toggle('marked', end !== null);
    undo.disabled = clear.disabled = !arrows.length;
  }

  /** End the arrow that is being drawn. */
  finish() {
    const { start, end } = this;
    if (!start || !end || !this.position || this.arrows.length >= MOST_ARROWS) return this.stop();
    const isRing = Math.hypot(end.x - start.x, end.y - start.y) < NEAR,
      { x, y } = isRing ? start : end;
    this.change([...this.arrows, [start.x, start.y, x, y]]);
  }

  stop() {
    this.start = this.end = null;
    this.draw();
  }

  /** @param {DrawnArrow[]} arrows */
  change(arrows) {
    this.arrows = arrows;
    this.stop();
    void this.send();
  }

  undo() {
    if (this.arrows.length) this.change(this.arrows.slice(0, -1));
  }

  clear() {
    if (this.arrows.length) this.change([]);
  }

  async send() {
    const request = ++this.request;
    const token = /** @type {HTMLInputElement} */ (
      document.querySelector('[name=csrfmiddlewaretoken]')
    );
    const isShown = await fetch(`${address}/commentary/arrows`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token.value },
      body: JSON.stringify({ board: this.position, arrows: this.arrows }),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    const { sent = '', unsent = '' } = status.dataset;
    if (request === this.request) status.textContent = isShown ? sent : unsent;
  }
}

/**
 * @param {PointerEvent} event
 * @returns {Place}
 */
function placeOf(event) {
  const frame = svg.getBoundingClientRect();
  const within = (/** @type {number} */ share) =>
    Math.round(WHOLE * Math.min(1, Math.max(0, share)));
  return {
    x: within((event.clientX - frame.left) / frame.width),
    y: within((event.clientY - frame.top) / frame.height),
  };
}

const commentary = new Commentary();

svg.addEventListener('pointerdown', (event) => {
  if (event.button !== 0) return;
  svg.setPointerCapture(event.pointerId);
  commentary.start = commentary.end = placeOf(event);
  commentary.draw();
});
svg.addEventListener('pointermove', (event) => {
  if (!svg.hasPointerCapture(event.pointerId)) return;
  commentary.end = placeOf(event);
  commentary.draw();
});
svg.addEventListener('pointerup', () => commentary.finish());
svg.addEventListener('pointercancel', () => commentary.stop());

board.addEventListener('keydown', (event) => {
  const { key } = event,
    end = commentary.end ?? { x: WHOLE / 2, y: WHOLE / 2 };
  if (key in STEPS) {
    const [x, y] = STEPS[key];
    const within = (/** @type {number} */ at) => Math.min(WHOLE, Math.max(0, at));
    commentary.end = { x: within(end.x + x), y: within(end.y + y) };
    commentary.draw();
  } else if (key === 'Enter' && commentary.start) commentary.finish();
  else if (key === 'Enter') {
    commentary.start = commentary.end = end;
    commentary.draw();
  } else if (key === 'Escape') commentary.stop();
  else if (key === 'Backspace') commentary.undo();
  else return;
  event.preventDefault();
});
undo.addEventListener('click', () => commentary.undo());
clear.addEventListener('click', () => commentary.clear());

void commentary.ask();
setInterval(() => void commentary.ask(), EVERY);
