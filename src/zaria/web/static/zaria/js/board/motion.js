/** How fast things move on the board. `speed` multiplies; 0 stands for no animation at all. */
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const motion = {
  speed: 1,
  /** Whether anything may fly. */
  get on() { return this.speed > 0 && !calm.matches && !document.hidden; },
  /** A wait of `ms` at normal speed. @param {number} ms */
  pause(ms) { return document.hidden || !this.speed ? 0 : ms / this.speed; },
};

const EASE = 'cubic-bezier(.25,.7,.25,1)';
/** @typedef {import('./geometry.js').XY} XY */

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
