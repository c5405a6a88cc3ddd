/**
 * Arrows and circles that a viewer draws on a board for themselves: with the other mouse button, or with
 * a finger that rests before it moves, but not on a piece that it may play: players rest a finger there
 * while they think. A click or a tap clears them, and so does another position.
 */

/**
 * What a board is to its drawings.
 * @typedef {object} Surface
 * @property {HTMLElement} root what is pressed
 * @property {Element} place where the drawings lie
 * @property {() => string} box the viewBox of the drawings
 * @property {() => number} unit the width of a place, in it
 * @property {(e: PointerEvent) => number} under the place under a pointer, -1 for none
 * @property {(at: number) => XY} middle of a place, in the viewBox
 * @property {() => string} position what stands on the board
 * @property {(e: PointerEvent) => boolean} grips whether a finger may play a piece there
 * @property {() => void} release lets go of what a finger has chosen
 * @property {(e: PointerEvent) => boolean} plays whether the other button plays a piece there
 */
/** A drawing; a circle leads from a place to itself, and what leads off the board (to -1) is none. */
/** @typedef {{from: number, to: number, colour: number}} Shape */

/** By none, Shift or Ctrl, Alt, and both. */
const COLOURS = ['#86d972', '#f2705e', '#63b0f8', '#ffd24a'];
/** ms that a finger rests before it draws, and px by which it may tremble. */
const REST = 450,
  TREMBLE = 10;
/** Widths and sizes in the width of a place. */
const LINE = 0.13,
  RIM = 0.19,
  HEAD = 0.42,
  CIRCLE = 0.43;

const r = (/** @type {number} */ n) => Math.round(n * 1000) / 1000;

/**
 * The number of the colour that the keys choose.
 * @param {Pick<MouseEvent, 'shiftKey'|'ctrlKey'|'altKey'|'metaKey'>} e
 */
export const colourOf = (e) => Number(e.shiftKey || e.ctrlKey) + 2 * Number(e.altKey || e.metaKey);

/**
 * The shapes after one more: the same again is taken away, another colour replaces it.
 * @param {readonly Shape[]} shapes
 * @param {Shape} shape
 * @returns {Shape[]}
 */
export function toggled(shapes, shape) {
  const remaining = shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to),
    isRepeated = shapes.some(
      ({ from, to, colour }) => from === shape.from && to === shape.to && colour === shape.colour,
    );
  return isRepeated ? remaining : [...remaining, shape];
}

/**
 * A shape as SVG, with a dark rim.
 * @param {Shape} shape
 * @param {(at: number) => XY} middle
 * @param {number} unit
 */
export function drawn({ from, to, colour }, middle, unit) {
  const a = middle(from),
    b = middle(to);
  const twice = (/** @type {(width: number, stroke: string) => string} */ draw) =>
    draw(RIM * unit, '#000') + draw(LINE * unit, COLOURS[colour]);
  if (from === to) {
    const circle = `<circle cx="${r(a.x)}" cy="${r(a.y)}" r="${r(CIRCLE * unit)}" fill="none"`;
    return twice((width, stroke) => `${circle} stroke="${stroke}" stroke-width="${r(width)}"/>`);
  }
  const turn = Math.atan2(b.y - a.y, b.x - a.x),
    head = HEAD * unit;
  const at = (/** @type {number} */ back, /** @type {number} */ aside) =>
    `${r(b.x - back * Math.cos(turn + aside))} ${r(b.y - back * Math.sin(turn + aside))}`;
  const line = `M${r(a.x)} ${r(a.y)}L${at(head * 0.8, 0)}`,
    tip = `M${r(b.x)} ${r(b.y)}L${at(head, 0.5)}L${at(head, -0.5)}Z`;
  return twice(
    (width, stroke) =>
      `<path d="${line}" fill="none" stroke="${stroke}" stroke-width="${r(width)}" stroke-linecap="round"/>` +
      `<path d="${tip}" fill="${stroke}" stroke="${stroke}" stroke-width="${r(width - LINE * unit)}"/>`,
  );
}

export class Drawings {
  /** @param {Surface} surface */
  constructor(surface) {
    this.surface = surface;
    /** @type {Shape[]} */
    this.shapes = [];
    /**
     * the shape that is being drawn
     * @type {Shape|null}
     */
    this.pending = null;
    /**
     * where the pointer was pressed
     * @type {XY|null}
     */
    this.start = null;
    this.position = surface.position();
    /** @type {number|undefined} */
    this.timer = undefined;
    this.layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.layer.setAttribute('aria-hidden', 'true');
    this.layer.setAttribute('opacity', '0.85');
    this.layer.classList.add('drawings');
    Object.assign(this.layer.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      zIndex: '4',
      pointerEvents: 'none',
    });
    surface.place.append(this.layer);
  }

  /**
   * Draw from now on, beginning with what a pointer has pressed already.
   * @param {PointerEvent} first
   */
  listen(first) {
    this.surface.root.addEventListener('pointerdown', (e) =>
      this.press(/** @type {PointerEvent} */ (e)),
    );
    // a page that scrolls stays where it is while a finger draws
    this.surface.root.addEventListener(
      'touchmove',
      (e) => {
        if (this.pending) e.preventDefault();
      },
      { passive: false },
    );
    // before the board: what is drawn moves no piece
    addEventListener('pointermove', (e) => this.move(e), { capture: true });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
      addEventListener(end, (e) => this.end(e), { capture: true });
    this.press(first);
  }

  /** @param {PointerEvent} e */
  press(e) {
    clearTimeout(this.timer);
    if (!e.isPrimary || /** @type {Element} */ (e.target).closest('.pane,.picker,.ctl,.offer'))
      return;
    const from = this.surface.under(e);
    this.start = { x: e.clientX, y: e.clientY };
    if (e.button === 2 && from >= 0) this.begin(from, colourOf(e));
    else if (e.pointerType === 'touch' && from >= 0 && !this.surface.grips(e))
      this.timer = setTimeout(() => {
        // for the board the gesture is over
        dispatchEvent(new PointerEvent('pointercancel', { isPrimary: true }));
        this.surface.release();
        navigator.vibrate?.(10);
        this.begin(from, 0);
      }, REST);
    else if (!e.button) this.clear();
  }

  /**
   * @param {number} from
   * @param {number} colour
   */
  begin(from, colour) {
    this.timer = undefined;
    this.pending = { from, to: from, colour };
    this.draw();
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { start, pending } = this;
    if (!e.isPrimary || !start) return;
    if (pending && e.pointerType !== 'touch' && !(e.buttons & 2)) this.drop();
    else if (pending) {
      e.stopImmediatePropagation();
      const to = this.surface.under(e);
      if (to !== pending.to) {
        this.pending = { ...pending, to };
        this.draw();
      }
    } else if (Math.hypot(e.clientX - start.x, e.clientY - start.y) > TREMBLE)
      clearTimeout(this.timer);
  }

  /** @param {PointerEvent} e */
  end(e) {
    if (!e.isTrusted) return;
    const { pending, timer } = this;
    clearTimeout(timer);
    this.timer = undefined;
    if (!pending) {
      if (timer !== undefined && e.type === 'pointerup') this.clear();
      return;
    }
    const isPlayed = pending.from === pending.to && e.button === 2 && this.surface.plays(e);
    if (e.type === 'pointerup' && !isPlayed && pending.to >= 0)
      this.shapes = toggled(this.shapes, pending);
    this.drop();
  }

  /** What is being drawn is not drawn any more. */
  drop() {
    this.pending = null;
    this.draw();
  }

  clear() {
    this.shapes = [];
    this.drop();
  }

  /** The board was drawn anew: another position has no drawings yet. */
  follow() {
    const position = this.surface.position();
    if (position === this.position) this.draw();
    else this.clear();
    this.position = position;
  }

  draw() {
    const { surface, shapes, pending } = this;
    this.layer.setAttribute('viewBox', surface.box());
    this.layer.innerHTML = [...shapes, ...(pending && pending.to >= 0 ? [pending] : [])]
      .map((shape) => drawn(shape, surface.middle, surface.unit()))
      .join('');
  }
}
