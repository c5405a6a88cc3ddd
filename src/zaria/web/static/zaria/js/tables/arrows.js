/** Where checkers go, as arrows on a board of any size: on the real one and on still pictures. */
import { opposite, r } from './geometry.js';
import { landing } from './steps.js';

/** @typedef {import('./picture.js').Picture} Picture */

/**
 * Where the k-th of n checkers of a side lies on a point of its own.
 * @param {Geometry} g
 * @param {Pick<Picture, 'men'|'pins'|'parallel'>} of
 * @param {Side} side
 * @param {number} at
 * @param {number} k
 * @param {number} n
 * @returns {XY}
 */
export function spot(g, of, side, at, k, n) {
  if (at === 0) return g.inTray(side === 0, k);
  if (at === 25) return g.onBar(side === 0, k, n);
  const across = opposite(at, of.parallel),
    above = of.pins[1 - side].includes(across) && of.men[side][at] > 0;
  return g.onPoint(side === 0 ? at : across, k, Math.max(n, k + 1), above);
}

/**
 * Where checkers go, on a board of this geometry.
 * @param {Geometry} g
 * @param {Pick<Picture, 'men'|'pins'|'parallel'|'side'|'arrows'>} of
 */
export function arrows(g, of) {
  const gone = Array(26).fill(0),
    come = Array(26).fill(0);
  return of.arrows
    .map(([src, dst, times]) => {
      const side = of.side,
        n = of.men[side][src],
        m = of.men[side][dst];
      const top = n - 1 - gone[src],
        free = m + come[dst];
      gone[src] += times;
      come[dst] += times;
      const a = spot(g, of, side, src, Math.max(top, 0), Math.max(n, 1)),
        b = spot(g, of, side, dst, free, free + 1);
      return arrow(g, a, b, times);
    })
    .join('');
}

/**
 * A bent arrow, bowed towards the middle of the board.
 * @param {Geometry} g
 * @param {XY} a
 * @param {XY} b
 * @param {number} times
 */
export function arrow({ size, shape: { h } }, a, b, times) {
  const long = Math.hypot(b.x - a.x, b.y - a.y),
    same = a.y < h / 2 === b.y < h / 2;
  const bow = same ? Math.min(long * 0.45, h * 0.2) * (a.y < h / 2 ? 1 : -1) : 0;
  const c = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + bow };
  const turn = Math.atan2(b.y - c.y, b.x - c.x),
    head = size * 0.36;
  const wing = (/** @type {number} */ s) =>
    `${r(b.x - head * Math.cos(turn + s * 0.5))} ${r(b.y - head * Math.sin(turn + s * 0.5))}`;
  const neck = { x: b.x - head * 0.8 * Math.cos(turn), y: b.y - head * 0.8 * Math.sin(turn) };
  const line = `M${r(a.x)} ${r(a.y)}Q${r(c.x)} ${r(c.y)} ${r(neck.x)} ${r(neck.y)}`;
  const middle = { x: (a.x + 2 * c.x + b.x) / 4, y: (a.y + 2 * c.y + b.y) / 4 };
  const x = r(middle.x),
    y = r(middle.y);
  return (
    `<path class="way under" d="${line}"/><path class="way" d="${line}"/>` +
    `<path class="tip" d="M${r(b.x)} ${r(b.y)}L${wing(1)}L${wing(-1)}Z"/>` +
    (times > 1
      ? `<g class="times"><circle cx="${x}" cy="${y}" r="12"/><text x="${x}" y="${y}">×${times}</text></g>`
      : '')
  );
}

/**
 * The arrows of a turn: from, to, and how many checkers go that way.
 * @param {readonly Move[]} moves
 * @param {boolean} [hand]
 */
export function arrowsOf(moves, hand) {
  /** @type {[src: number, dst: number, times: number][]} */
  const arrows = [];
  for (const move of moves) {
    const dst = landing(move, hand),
      same = arrows.find(([a, b]) => a === move[0] && b === dst);
    if (same) same[2]++;
    else arrows.push([move[0], dst, 1]);
  }
  return arrows;
}
