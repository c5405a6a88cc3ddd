/** What happens to the checkers when one of them moves. Not the rules: whether it may move, the server says.
 *  Sides are relative to the viewer (0 is he); every side has its own numbering, 24 → 1, 0 off, 25 bar.
 *  @typedef {0|1} Side
 *  @typedef {readonly [src: number, die: number]} Move
 *  @typedef {{men: readonly [readonly number[], readonly number[]], pins: readonly [readonly number[], readonly number[]]}} Placement
 *  @typedef {{contact: string, parallel: boolean}} Kind
 */
import { opposite } from './geometry.js';

/** Where a move ends. @param {Move} move */
export const landing = ([src, die]) => Math.max(0, src - die);

/** @param {Placement} at @param {Side} side @param {Move} move @param {Kind} kind @returns {{at: Placement, hit: boolean}} */
export function play(at, side, move, kind) {
  const [src] = move, dst = landing(move), other = /** @type {Side} */ (1 - side);
  /** @type {[number[], number[]]} */ const men = [[...at.men[0]], [...at.men[1]]];
  /** @type {[number[], number[]]} */ const pins = [[...at.pins[0]], [...at.pins[1]]];
  men[side][src]--;
  const left = opposite(src, kind.parallel);
  if (src < 25 && men[side][src] === 0) pins[other] = pins[other].filter((p) => p !== left);
  const met = dst > 0 ? opposite(dst, kind.parallel) : 0;
  const hit = dst > 0 && men[other][met] === 1 && !pins[other].includes(met) && men[side][dst] === 0;
  if (hit && kind.contact === 'pin') pins[other].push(met);
  else if (hit) { men[other][met]--; men[other][25]++; }
  men[side][dst]++;
  return { at: { men, pins }, hit };
}

/** @param {Placement} at @param {Side} side @param {readonly Move[]} moves @param {Kind} kind */
export const playAll = (at, side, moves, kind) => moves.reduce((now, m) => play(now, side, m, kind).at, at);

/** Points where the checkers of a turn came to rest. @param {readonly Move[]} moves @returns {number[]} */
export function landings(moves) {
  /** @type {number[]} */ const out = [];
  for (const m of moves) {
    const i = out.indexOf(m[0]);
    if (i >= 0) out.splice(i, 1);
    if (landing(m)) out.push(landing(m));
  }
  return out;
}

/** Whether checkers of both sides can still meet. @param {Placement} at @param {boolean} parallel */
export function contact(at, parallel) {
  const rear = (/** @type {Side} */ s) => at.men[s].findLastIndex((n, p) => n > 0 && p > 0);
  if (parallel) return rear(0) > 12 || rear(1) > 12;
  return rear(0) + rear(1) >= 25;
}
