/** The thirty checkers: which lies where, and their flights when that changes. */
import { opposite } from './geometry.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** How fast things move on the board. */
export const motion = {
  /** Multiplies; 0 stands for no animation at all. */
  speed: 1,
  /** Whether anything may fly. */
  get on() { return this.speed > 0 && !calm.matches && !document.hidden; },
  /** A wait of `ms` at normal speed. @param {number} ms */
  pause(ms) { return document.hidden || !this.speed ? 0 : ms / this.speed; },
};

const EASE = 'cubic-bezier(.25,.7,.25,1)';
/** @param {XY} p */
export const place = (p) => `translate3d(${p.x.toFixed(1)}px,${p.y.toFixed(1)}px,0)`;

/** Fly an element over a row of places, the last of which it already has. @param {HTMLElement} el @param {XY[]} stops
 *  @param {number} size of a checker: less than two of them is a mere shift */
export function fly(el, stops, size) {
  const legs = stops.slice(1).map((p, i) => Math.hypot(p.x - stops[i].x, p.y - stops[i].y));
  const whole = legs.reduce((a, b) => a + b, 0);
  if (whole < size) return el.animate(stops.map((p) => ({ transform: place(p) })), { duration: 120 / motion.speed, easing: EASE });
  let done = 0;
  /** @type {Keyframe[]} */ const frames = [{ transform: place(stops[0]), offset: 0 }];
  legs.forEach((leg, i) => {
    const a = stops[i], b = stops[i + 1], middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    frames.push({ transform: place(middle) + ' scale(1.1)', offset: (done + leg / 2) / whole });
    done += leg;
    frames.push({ transform: place(b), offset: Math.min(1, done / whole) });
  });
  const ms = legs.reduce((sum, leg) => sum + Math.min(250, 150 + leg * 0.12), 0);
  return el.animate(frames, { duration: ms / motion.speed, easing: EASE });
}

export class Men {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** checkers by side and point, the topmost last @type {[Man[][], Man[][]]} */ this.stacks = [[], []];
    /** @type {readonly (readonly number[])[]} */ this.pins = [[], []];
    this.light = -1;
  }

  /** Put all of them back into the box, light ones for side `light`. @param {Side} light */
  colours(light) {
    if (this.light === light) return;
    this.light = light;
    this.layer.textContent = '';
    for (const side of /** @type {Side[]} */ ([0, 1])) {
      const colour = side === light ? 'lt' : 'dk';
      this.stacks[side] = Array.from({ length: 26 }, () => []);
      for (let i = 0; i < 15; i++) {
        const el = document.createElement('div');
        el.className = `man ${colour}`;
        el.innerHTML = `<svg viewBox="0 0 100 100"><use href="#man-${colour}"/></svg><i></i><b></b>`;
        this.layer.append(el);
        this.stacks[side][0].push({ side, el, x: NaN, y: NaN, z: 0 });
      }
    }
  }

  /** The checker that would move from a point. @param {Side} side @param {number} at */
  top(side, at) { return this.stacks[side][at]?.at(-1); }

  /** @param {Placement} to @param {Geometry} g @param {boolean} animate @param {Way} [way] */
  set(to, g, animate, way) {
    this.pins = to.pins;
    for (const side of [0, 1]) {
      const stacks = this.stacks[side], want = to.men[side];
      /** @type {Man[]} */ const spare = [];
      for (let at = 25; at >= 0; at--) while (stacks[at].length > want[at]) spare.push(/** @type {Man} */ (stacks[at].pop()));
      for (let at = 25; at >= 0; at--) while (stacks[at].length < want[at] && spare.length) stacks[at].push(/** @type {Man} */ (spare.shift()));
    }
    this.lay(g, animate, way);
  }

  /** Whether the checkers of `side` on `at` stand on a pinned one. @param {Side} side @param {number} at @param {boolean} parallel */
  above(side, at, parallel) {
    return at > 0 && at < 25 && this.stacks[side][at].length > 0 && this.pins[1 - side].includes(opposite(at, parallel));
  }

  /** Centre of the k-th checker of a stack. @param {Geometry} g @param {Side} side @param {number} at @param {number} k @returns {XY} */
  spot(g, side, at, k) {
    const n = this.stacks[side][at].length, { parallel } = g.shape;
    if (at === 0) return g.inTray(side === 0, k);
    if (at === 25) return g.onBar(side === 0, k, n);
    return g.onPoint(side === 0 ? at : opposite(at, parallel), k, Math.max(n, k + 1), this.above(side, at, parallel));
  }

  /** Bring every checker to its place. @param {Geometry} g @param {boolean} animate @param {Way} [way] */
  lay(g, animate, way) {
    const go = animate && motion.on, half = g.size / 2, limit = g.shape.rails ? 5 : 7;
    let z = 2;
    for (const side of /** @type {Side[]} */ ([0, 1])) this.stacks[side].forEach((stack, at) => stack.forEach((man, k) => {
      const { el } = man, centre = this.spot(g, side, at, k), to = { x: centre.x - half, y: centre.y - half };
      const pinned = this.pins[side].includes(at), last = k === stack.length - 1;
      el.classList.toggle('off', at === 0);
      const count = last && stack.length > limit && at > 0 && at < 25 ? String(stack.length) : '';
      const label = /** @type {HTMLElement} */ (el.lastElementChild);
      if (label.textContent !== count) label.textContent = count;
      man.z = pinned ? 1 : z++;
      if (!man.flight) el.style.zIndex = String(man.z);
      if (Math.abs(man.x - to.x) < 0.05 && Math.abs(man.y - to.y) < 0.05) return;
      man.flight?.cancel();
      man.flight = undefined;
      el.style.transform = place(to);
      if (go && !Number.isNaN(man.x)) {
        const via = way && way.side === side && way.to === at && last ? way.via : [];
        this.launch(man, [{ x: man.x, y: man.y }, ...via.map((p) => this.over(g, side, p)), to], g.size);
      } else el.style.zIndex = String(man.z);
      man.x = to.x;
      man.y = to.y;
    }));
  }

  /** A place that a flight touches: on top of what stands there. @param {Geometry} g @param {Side} side @param {number} at */
  over(g, side, at) {
    const { x, y } = this.spot(g, side, at, this.stacks[side][at].length);
    return { x: x - g.size / 2, y: y - g.size / 2 };
  }

  /** @param {Man} man @param {XY[]} stops @param {number} size */
  launch(man, stops, size) {
    const end = stops[stops.length - 1], far = Math.hypot(end.x - stops[0].x, end.y - stops[0].y) > size;
    man.el.style.zIndex = String(far ? 100 + man.z : man.z);
    const flight = fly(man.el, stops, size);
    man.flight = flight;
    flight.onfinish = () => {
      if (man.flight !== flight) return;
      man.flight = undefined;
      man.el.style.zIndex = String(man.z);
    };
  }
}
