/** Where everything on the board lies, in CSS pixels: a pure function of its box.
 *  Points are numbered as the viewer plays: he runs from 24 to 1; 0 is borne off, 25 the bar.
 *  @typedef {{w: number, h: number, mirrored: boolean, rails: boolean, parallel: boolean}} Shape
 *  @typedef {{x: number, y: number}} XY
 *  @typedef {{x: number, y: number, w: number, h: number}} Box
 *  @typedef {ReturnType<typeof geometry>} Geometry
 */

/** The same place in the other player's numbering. @param {number} p @param {boolean} parallel */
export const opposite = (p, parallel) => {
  if (p < 1 || p > 24) return p;
  return !parallel ? 25 - p : p > 12 ? p - 12 : p + 12;
};

/** `mirrored` puts the home on the left; `rails` are the side trays, left out on a phone held upright;
 *  `parallel` means that both players run the same way round.
 *  @param {Shape} shape */
export function geometry(shape) {
  const { w, h, mirrored, rails, parallel } = shape;
  const frame = rails ? w * 0.0195 : 5;
  const column = (w - 2 * frame) / (rails ? 15.6 : 12.8);
  const bar = rails ? column : column * 0.8;
  const rail = rails ? column * 1.08 : 0, lip = rails ? column * 0.22 : 0;
  const strip = column * (rails ? 1.25 : 1.9);                     // between the tips of the points
  const half = (h - 2 * frame - strip) / 2;
  const size = Math.min(column * 0.95, half / 5.05);               // a checker
  const length = Math.min(size * (rails ? 5.12 : 8.2), half);      // a point
  const slab = rails ? (length * 0.98) / 15 : 0;                   // a checker lying in the tray
  const edge = frame + rail + lip, near = h - frame, far = frame;

  const flip = (/** @type {number} */ x) => (mirrored ? x : w - x);
  const barX = flip(edge + 6 * column + bar / 2);
  const homeX = flip(edge + 3 * column), outerX = w - homeX;
  const railX = flip(frame + rail / 2), otherRailX = w - railX;

  const columnOf = (/** @type {number} */ i) => (i <= 12 ? i - 1 : 24 - i);
  const isNear = (/** @type {number} */ i) => i <= 12;
  /** Middle of column k counted from the home edge. @param {number} k */
  const columnX = (k) => flip(edge + (k + 0.5) * column + (k >= 6 ? bar : 0));

  /** @param {number} i @returns {Box} */
  const pointBox = (i) => ({ x: columnX(columnOf(i)) - column / 2, y: isNear(i) ? near - length : far, w: column, h: length });
  /** Two corners at the base, then the tip. @param {number} i @returns {[XY, XY, XY]} */
  const triangle = (i) => {
    const x = columnX(columnOf(i)), base = isNear(i) ? near : far, tip = isNear(i) ? near - length : far + length;
    return [{ x: x - column * 0.47, y: base }, { x: x + column * 0.47, y: base }, { x, y: tip }];
  };
  /** The k-th of n checkers on a point; above a pinned one they stand back so that it peeps out.
   *  @param {number} i @param {number} k @param {number} n @param {boolean} [above] @returns {XY} */
  const onPoint = (i, k, n, above = false) => {
    const shift = above ? size * 0.48 : 0, room = length - size - shift;
    const gap = n > 1 ? Math.min(size, room / (n - 1)) : 0, depth = size / 2 + shift + k * gap + 1;
    return { x: columnX(columnOf(i)), y: isNear(i) ? near - depth : far + depth };
  };
  /** Hit checkers wait in the half where they enter. @param {boolean} mine @param {number} k @param {number} n @returns {XY} */
  const onBar = (mine, k, n) => {
    const gap = n > 1 ? Math.min(size * 0.9, (length - size) / n) : 0, away = size * 1.3 + k * gap;
    return { x: barX, y: h / 2 + (mine ? -away : away) };
  };
  /** Borne-off checkers lie in the tray; without rails they leave over the edge.
   *  @param {boolean} mine @param {number} k @returns {XY} */
  const inTray = (mine, k) => {
    if (!rails) return { x: w / 2, y: mine ? h + size * 0.6 : -size * 0.6 };
    const away = (k + 0.5) * slab + 2;
    return { x: mine || !parallel ? railX : otherRailX, y: mine ? near - away : far + away };
  };
  /** Where the viewer bears off to: his tray, or without rails the strip of the outer half. @returns {Box} */
  const trayBox = () => (rails
    ? { x: railX - rail / 2, y: h / 2 + column * 0.62, w: rail, h: near - h / 2 - column * 0.62 }
    : { x: outerX - column * 2, y: h / 2 - strip * 0.42, w: column * 4, h: strip * 0.84 });
  /** The half of the bar where the viewer's hit checkers wait. @returns {Box} */
  const barBox = () => ({ x: barX - bar / 2, y: frame, w: bar, h: h / 2 - frame });
  /** @param {number} i 0..25 @returns {Box} */
  const boxOf = (i) => (i === 0 ? trayBox() : i === 25 ? barBox() : pointBox(i));
  /** @param {0|1|null} owner 0 is the viewer @returns {XY} */
  const cubeAt = (owner) => {
    const x = !rails ? barX : owner === 1 && parallel ? railX : otherRailX, off = rails ? column * 0.56 : size * 0.55;
    return { x, y: owner === 0 ? near - off : owner === 1 ? far + off : h / 2 };
  };
  const dieSize = (/** @type {number} */ n) => {
    const one = Math.max(rails ? 26 : 34, Math.min(66, column * (rails ? 0.82 : 1.45)));
    return Math.round(n > 2 ? Math.min(one * 0.86, column * 6 / 4 / 1.24) : one);
  };
  /** The k-th of n dice: the viewer's fall in his home half. @param {boolean} mine @param {number} k @param {number} n @returns {XY} */
  const dieAt = (mine, k, n) => ({ x: (mine ? homeX : outerX) + (k - (n - 1) / 2) * dieSize(n) * 1.22, y: h / 2 });
  /** One die of each player, for the opening. @param {boolean} mine @returns {XY} */
  const openingAt = (mine) => ({ x: (mine ? homeX : outerX) + (mine === mirrored ? -column : column), y: h / 2 });

  return { shape, frame, column, bar, rail, strip, size, length, slab, edge, near, far, barX, homeX, outerX,
    columnOf, isNear, columnX, pointBox, triangle, onPoint, onBar, inTray, trayBox, barBox, boxOf, cubeAt, dieSize, dieAt, openingAt };
}
