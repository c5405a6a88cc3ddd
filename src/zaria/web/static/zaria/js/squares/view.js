/**
 * One board of squares: pieces that fly, marks below them, buttons for keyboards above. Knows
 * nothing of rules or network: it receives what stands where and what is marked, and reports taps
 * and drops.
 */
import { signal } from '@preact/signals-core';
import { motion } from '../ui/dom.js';
import { dark, frame, scene, spot, WHOLE } from './geometry.js';
import { Keys, listen } from './input.js';
import { isStepless, pieceImage, install } from './pieces.js';

const EASE = 'cubic-bezier(.25,.7,.25,1)';

/**
 * The callbacks of a board to its owner.
 * @typedef {{ sources(): Set<number>, targets(): Map<number, boolean>, grips(at: number): boolean,
 * held(): number, anywhere(): boolean, describe(at: number): string, pick(at: number): void,
 * tap(at: number): void, go(at: number): void, clear(): void }} Api
 */
/**
 * What is marked: squares of the last move and of what is laid for later, the chosen square,
 * targets and whether they end the move, pieces that must take, the king in check.
 * @typedef {{last: readonly number[], plan: readonly number[], chosen: number, targets:
 * ReadonlyMap<number, boolean>, can: ReadonlySet<number>, check: number}} Marks
 */
/** @typedef {{el: HTMLElement, letter: string, flight?: Animation}} Piece */
/**
 * How the piece goes that moved last.
 * @typedef {{path: readonly number[], takes: readonly number[]}} Trail
 */

const LAYERS =
  '<svg class="marks" aria-hidden="true"></svg><div class="pieces" aria-hidden="true"></div>' +
  '<div class="keys" role="group"></div>';
/**
 * ms at normal speed: a piece that comes or goes, a rest on each square of a capture, how long
 * before the landing those taken begin to fade
 */
const FADE = 160,
  REST = 90,
  LANDING = 70;

export class SquaresView {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, grid: import('./geometry.js').Grid, houses: number[][]}} board
   * @param {Api} api
   */
  constructor(root, board, api) {
    this.root = root;
    this.game = board.game;
    this.grid = board.grid;
    this.houses = board.houses;
    this.api = api;
    /** pieces stand on the dark squares only */
    this.darks = !WHOLE.includes(board.game);
    this.round = !isStepless(board.game);
    install(board.game);
    const { size } = board.grid;
    root.style.setProperty('--n', String(size));
    root.style.setProperty('--f', String(frame(size)));
    const field = document.createElement('div');
    field.className = 'squares-field';
    field.innerHTML = LAYERS;
    root.append(field);
    this.field = field;
    const find = (/** @type {string} */ s) => /** @type {HTMLElement} */ (field.querySelector(s));
    this.marksEl = find('.marks');
    this.layer = find('.pieces');
    this.marksEl.setAttribute('viewBox', `0 0 ${size} ${size}`);
    /** @type {Map<number, Piece>} */
    this.pieces = new Map();
    /** @type {readonly string[]} */
    this.board = [];
    this.turned = false;
    this.drawn = '';
    /** @type {Marks} */
    this.marks = { last: [], plan: [], chosen: -1, targets: new Map(), can: new Set(), check: -1 };
    this.over = -1;
    /** how often it was turned or set: who draws over it follows */
    this.times = signal(0);
    this.keys = new Keys(find('.keys'), this);
    listen(this);
  }

  get size() {
    return this.grid.size;
  }

  /**
   * Whether a piece can stand there.
   * @param {number} at
   */
  has(at) {
    return !this.darks || dark(this.grid, at);
  }

  /**
   * Turn the board: dark below.
   * @param {boolean} turned
   */
  turn(turned) {
    const key = String(turned);
    if (this.drawn === key) return;
    this.drawn = key;
    this.turned = turned;
    const still = /** @type {HTMLElement} */ (this.root.querySelector('.still'));
    still.querySelector('svg')?.remove();
    still.insertAdjacentHTML('beforeend', scene(this.grid, turned, this.houses, this.darks));
    for (const [at, piece] of this.pieces) this.place(piece, at);
    this.keys.lay();
    this.light(this.marks);
    this.times.value = this.times.peek() + 1;
  }

  /** @param {number} at */
  where(at) {
    const { x, y } = spot(this.size, at, this.turned);
    return `translate(${x * 100}%,${y * 100}%)`;
  }

  /**
   * @param {Piece} piece
   * @param {number} at
   */
  place(piece, at) {
    piece.flight?.cancel();
    piece.flight = undefined;
    piece.el.style.transform = this.where(at);
  }

  /**
   * BoardEventDisplay pieces. The one that moved goes along the trail, those taken fade when it has come.
   * @param {readonly string[]} board
   * @param {readonly number[]} gone taken, but still lying there
   * @param {Trail|null} trail
   */
  set(board, gone, trail) {
    const fresh = !this.pieces.size,
      was = this.board;
    this.board = board;
    let ms = 0;
    /**
     * squares of pieces that are not there any more
     * @type {number[]}
     */
    const vacated = [];
    /**
     * squares with a piece that was not there
     * @type {number[]}
     */
    const come = [];
    board.forEach((letter, at) => {
      if (letter === (was[at] ?? '')) return;
      if (was[at]) vacated.push(at);
      if (letter) come.push(at);
    });
    /** @type {Map<number, Piece>} */
    const free = new Map();
    for (const at of vacated) {
      const piece = this.pieces.get(at);
      if (piece) free.set(at, piece);
      this.pieces.delete(at);
    }
    const end = trail?.path.at(-1) ?? -1,
      from =
        trail?.path.findLastIndex(
          (at, i, all) => i < all.length - 1 && free.has(at) && !board[at],
        ) ?? -1;
    if (trail && from >= 0 && come.includes(end)) {
      const piece = /** @type {Piece} */ (free.get(trail.path[from]));
      free.delete(trail.path[from]);
      ms = this.fly(piece, trail.path.slice(from), board[end]);
      this.pieces.set(end, piece);
    }
    for (const at of come) {
      if (this.pieces.has(at)) continue;
      const [source] = [...free].find(([, piece]) => piece.letter === board[at]) ?? [];
      if (source === undefined) {
        this.pieces.set(at, this.make(board[at], at, fresh));
        continue;
      }
      const piece = /** @type {Piece} */ (free.get(source));
      free.delete(source);
      this.fly(piece, [source, at], board[at]);
      this.pieces.set(at, piece);
    }
    for (const piece of free.values()) this.remove(piece, ms);
    for (const [at, { el }] of this.pieces) el.classList.toggle('gone', gone.includes(at));
    this.keys.labelSoon();
    this.times.value = this.times.peek() + 1;
  }

  /**
   * @param {string} letter
   * @param {number} at
   * @param {boolean} fresh
   */
  make(letter, at, fresh) {
    const el = document.createElement('div'),
      piece = { el, letter };
    this.dress(piece, letter);
    el.style.transform = this.where(at);
    this.layer.append(el);
    if (!fresh && motion.on)
      el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE / motion.speed });
    return piece;
  }

  /**
   * @param {Piece} piece
   * @param {string} letter
   */
  dress(piece, letter) {
    const { symbol, light } = pieceImage(this.game, letter);
    piece.letter = letter;
    piece.el.className = `pc ${light ? 'lt' : 'dk'}${this.round ? ' round' : ''}`;
    piece.el.innerHTML = `<svg viewBox="0 0 100 100"><use href="#${symbol}"/></svg>`;
  }

  /**
   * @param {Piece} piece
   * @param {readonly number[]} path
   * @param {string} letter what it is at the end
   * @returns {number} ms of the flight
   */
  fly(piece, path, letter) {
    const { el } = piece,
      end = path[path.length - 1],
      side = this.field.clientWidth / this.size;
    const dragged = el.style.transform.includes('px');
    const stops = path.map((at) => this.where(at));
    if (dragged) stops.splice(0, stops.length - 1, el.style.transform);
    else if (piece.flight && motion.on) stops[0] = getComputedStyle(el).transform;
    piece.flight?.cancel();
    el.classList.remove('drag');
    el.style.transform = this.where(end);
    if (!motion.on) {
      if (letter !== piece.letter) this.dress(piece, letter);
      return 0;
    }
    const spots = path.map((at) => spot(this.size, at, this.turned));
    const legs = dragged
      ? [90]
      : spots
          .slice(1)
          .map((p, i) =>
            Math.min(250, 150 + Math.hypot(p.x - spots[i].x, p.y - spots[i].y) * side * 0.12),
          );
    const whole = legs.reduce((a, b) => a + b + REST, -REST);
    let done = -REST;
    const frames = stops.flatMap((transform, i) => {
      const come = i ? (done += legs[i - 1]) : 0,
        go = (done += REST);
      return [come, go]
        .slice(i ? 0 : 1, i < stops.length - 1 ? 2 : 1)
        .map((ms) => ({ transform, offset: Math.min(1, ms / whole), easing: EASE }));
    });
    el.style.zIndex = '5';
    const flight = el.animate(frames, { duration: whole / motion.speed });
    piece.flight = flight;
    flight.onfinish = flight.oncancel = () => {
      if (letter !== piece.letter) this.dress(piece, letter);
      if (piece.flight !== flight) return;
      piece.flight = undefined;
      el.style.zIndex = '';
    };
    return whole / motion.speed;
  }

  /**
   * @param {Piece} piece
   * @param {number} wait ms until the piece that took it has come
   */
  remove({ el }, wait) {
    if (!motion.on) {
      el.remove();
      return;
    }
    el.animate([{ opacity: getComputedStyle(el).opacity }, { opacity: 0 }], {
      duration: FADE / motion.speed,
      delay: Math.max(0, wait - LANDING / motion.speed),
      fill: 'both',
    }).finished.then(
      () => el.remove(),
      () => el.remove(),
    );
  }

  /**
   * Back where it stood before it was dragged.
   * @param {number} at
   */
  back(at) {
    const piece = this.pieces.get(at);
    if (piece) this.fly(piece, [at, at], piece.letter);
  }

  /** @param {Marks} marks */
  light(marks) {
    this.marks = marks;
    const at = (/** @type {number} */ i) => spot(this.size, i, this.turned);
    const ink = (/** @type {number} */ i) => (dark(this.grid, i) ? 'on1' : 'on0');
    const square = (/** @type {number} */ i, /** @type {string} */ cls) => {
      const p = at(i);
      return `<rect x="${p.x + 0.025}" y="${p.y + 0.025}" width=".95" height=".95" class="${cls} ${ink(i)}"/>`;
    };
    const target = (/** @type {number} */ i, /** @type {boolean} */ ends) => {
      const p = at(i),
        captured = this.board[i] !== '',
        c = `cx="${p.x + 0.5}" cy="${p.y + 0.5}"`;
      const step = ends ? 'm-to' : 'm-to step';
      const circle = `<circle ${c} r="${captured ? 0.44 : 0.17}" class="${captured ? 'm-take' : step} ${ink(i)}"/>`;
      return `${i === this.over ? square(i, 'm-over') : ''}${circle}`;
    };
    this.marksEl.innerHTML =
      marks.last.map((i) => square(i, 'm-last')).join('') +
      marks.plan.map((i) => square(i, 'm-plan')).join('') +
      (marks.check >= 0 ? square(marks.check, 'm-check') : '') +
      (marks.chosen >= 0 ? square(marks.chosen, 'm-chosen') : '') +
      [...marks.targets].map(([i, ends]) => target(i, ends)).join('');
    for (const [i, { el }] of this.pieces) {
      el.classList.toggle('can', marks.can.has(i) && i !== marks.chosen);
      el.classList.toggle('sel', i === marks.chosen);
    }
    this.keys.labelSoon();
  }

  /**
   * Light the square under a dragged piece.
   * @param {number} over -1 for none
   */
  aim(over) {
    if (this.over === over) return;
    this.over = over;
    this.light(this.marks);
  }
}
