/**
 * One board: its layers, what is lit on them, and its input. Knows nothing of rules or
 * network: it receives where checkers are, which may move and where to, and reports taps and drops.
 */
import { signal } from '@preact/signals-core';
import * as table from './geometry.js';
import { Checkers, Throw } from './checkers.js';
import { Keys, listen } from './input.js';

const LAYERS = `<svg class="aim" aria-hidden="true"></svg><div class="hl" aria-hidden="true"></div>
<div class="men" aria-hidden="true"></div><div class="dice" aria-hidden="true"></div>
<div class="keys" role="group"></div>
<div class="cube" aria-hidden="true" hidden><b></b></div>`;

/** A box smaller than this (px) has not been laid out yet. */
const LEAST = 50;

export class BoardView {
  /**
   * @param {HTMLElement} root holds the empty board of _board.html
   * @param {BoardApi} api
   */
  constructor(root, api) {
    this.root = root;
    this.api = api;
    /** @type {Drawing} */
    this.drawing = api.drawing ?? table;
    const find = (/** @type {string} */ s) => /** @type {HTMLElement} */ (root.querySelector(s));
    root.insertAdjacentHTML('beforeend', LAYERS);
    const still = find('.still');
    for (const svg of still.querySelectorAll('svg')) svg.remove();
    still.insertAdjacentHTML('beforeend', '<svg class="scene"></svg>');
    this.svg = find('.scene');
    this.aim = find('.aim');
    this.hl = find('.hl');
    this.cubeEl = find('.cube');
    this.checkers = new Checkers(find('.men'));
    this.throw = new Throw(find('.dice'));
    this.keys = new Keys(find('.keys'), this);
    /** the point whose checker is chosen, 0 for none */
    this.choice = signal(0);
    this.drawn = '';
    /** how often it was drawn anew: who draws over it follows */
    this.times = signal(0);
    /** how often checkers were set: they may stand elsewhere */
    this.sets = signal(0);
    /** @type {Geometry} */
    this.g = /** @type {any} */ (null);
    /** @type {Placement|null} */
    this.at = null;
    /**
     * where the other side's last turn ended, in its numbering
     * @type {number[]}
     */
    this.last = [];
    /** @type {Cube|null} */
    this.cube = null;
    listen(this);
    new ResizeObserver(() => this.resize()).observe(root);
  }

  get selected() {
    return this.choice.peek();
  }

  set selected(at) {
    this.choice.value = at;
  }

  /**
   * Draw it in another way.
   * @param {Drawing} [drawing] none: as the usual board
   */
  draw(drawing = table) {
    this.drawing = drawing;
    this.resize();
  }

  /** Draw the board anew if its box or look changed. */
  resize() {
    const w = this.root.clientWidth,
      h = this.root.clientHeight,
      look = this.api.look();
    const key = [w, h, ...Object.values(look)].join();
    if (w < LEAST || h < LEAST || key === this.drawn) return;
    this.drawn = key;
    const g = this.drawing.geometry({ w, h, ...look });
    this.g = g;
    for (const svg of [this.svg, this.aim]) svg.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.svg.innerHTML = this.drawing.scene(g);
    const set = (/** @type {string} */ name, /** @type {number} */ value) =>
      this.root.style.setProperty(name, `${value.toFixed(1)}px`);
    set('--d', g.size);
    set('--c', g.column);
    set('--slab', g.slab);
    set('--rail', g.rail * 0.86);
    set('--home', g.homeX);
    set('--outer', g.outerX);
    set('--strip', g.strip);
    set('--frame', g.frame);
    set('--left', Math.min(g.columnX(0), g.columnX(5)) - g.column / 2);
    this.keys.lay();
    if (this.at) this.checkers.lay(g, false);
    this.throw.lay(g, '');
    this.setCube(this.cube);
    this.hints();
    this.times.value = this.times.peek() + 1;
  }

  /**
   * Which colour the viewer has.
   * @param {boolean} light
   */
  colours(light) {
    this.checkers.colours(light ? 0 : 1);
    this.throw.colour = light ? 'lt' : 'dk';
  }

  /**
   * DiceEventDisplay checkers; those that changed place fly there.
   * @param {Placement} at
   * @param {Way} [way]
   */
  set(at, way) {
    const first = !this.at;
    this.at = at;
    if (!this.g) return;
    this.checkers.set(at, this.g, !first, way);
    this.hints();
    this.sets.value = this.sets.peek() + 1;
  }

  /**
   * @param {Die[]} dice
   * @param {'fall'|'turn'|''} how they come
   */
  setDice(dice, how) {
    if (this.g) this.throw.set(dice, this.g, how);
  }

  /** @param {Cube|null} cube null hides it */
  setCube(cube) {
    this.cube = cube;
    this.cubeEl.hidden = !cube;
    if (!cube || !this.g) return;
    const p = this.g.cubeAt(cube.owner),
      turn = [0, 180][cube.owner ?? -1] ?? -4;
    this.cubeEl.style.transform = `translate(${p.x}px,${p.y}px) translate(-50%,-50%) rotate(${turn}deg)`;
    /** @type {HTMLElement} */ (this.cubeEl.firstElementChild).textContent = String(
      cube.value === 1 ? 64 : cube.value,
    );
  }

  /** @param {number} at 0 for none */
  select(at) {
    if (at && at !== this.selected) this.api.onSelect?.(at);
    this.selected = at;
    this.hints();
  }

  /**
   * @param {number} at
   * @param {boolean} [twice]
   */
  tap(at, twice = false) {
    const chosen = this.selected;
    if (chosen && chosen !== at && this.api.targets(chosen).has(at)) {
      this.select(0);
      this.api.onMove(chosen, at);
    } else if (this.api.sources().has(at)) {
      if (chosen !== at) this.select(at);
      this.api.onTap(at, twice ? 'twice' : 'once');
    }
  }

  /**
   * Rings on checkers that may move, ghosts where the chosen one may land, dots where the other
   * side landed.
   */
  hints() {
    if (!this.g || !this.at) return;
    const can = this.api.sources(),
      lit = this.api.hints();
    if (!can.has(this.selected)) this.selected = this.api.alone?.() ?? 0;
    for (const el of this.checkers.layer.querySelectorAll('.can,.sel,.last'))
      el.classList.remove('can', 'sel', 'last');
    this.last.forEach((at, i) => {
      const below = this.last.slice(0, i).filter((p) => p === at).length;
      this.checkers.stacks[1][at].at(-1 - below)?.el.classList.add('last');
    });
    for (const at of can)
      if (lit || at === this.selected)
        this.checkers.top(0, at)?.el.classList.add(at === this.selected ? 'sel' : 'can');
    this.hl.textContent = '';
    const targets = this.selected && lit ? this.api.targets(this.selected) : new Map();
    for (const [to, way] of targets) this.hl.append(this.ghost(to, way.length > 1));
    this.aim.innerHTML = [...targets.keys()]
      .filter((to) => to > 0)
      .map((to) => `<path d="${table.pointPath(this.g, to)}"/>`)
      .join('');
    this.keys.labelSoon();
  }

  /**
   * @param {number} to
   * @param {boolean} far
   */
  ghost(to, far) {
    const el = document.createElement('div'),
      { g } = this;
    el.className = `ghost${far ? ' far' : ''}${to ? '' : ' tray'}`;
    el.dataset.to = String(to);
    if (to) {
      const met = this.checkers.stacks[0][to].length,
        { x, y } = this.checkers.spot(g, 0, to, met);
      el.style.transform = `translate(${x - g.size / 2}px,${y - g.size / 2}px)`;
    } else {
      const b = g.trayBox();
      el.innerHTML = '<svg class="ic"><use href="#i-off"/></svg>';
      Object.assign(el.style, {
        transform: `translate(${b.x}px,${b.y}px)`,
        width: `${b.w}px`,
        height: `${b.h}px`,
      });
    }
    return el;
  }

  /**
   * Light the ghost under a dragged checker.
   * @param {number} to -1 for none
   */
  aimAt(to) {
    for (const el of this.hl.children)
      el.classList.toggle('over', /** @type {HTMLElement} */ (el).dataset.to === String(to));
  }
}
