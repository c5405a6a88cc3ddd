/**
 * The board of a game without contact: each player's six points, face to face, and a rack of the
 * checkers in hand. It answers what `geometry` answers: the viewer's points are 1 to 6, the other's
 * lie opposite, on 24 to 19.
 */
import { columnOf, corners, pointPath, r, rect } from './geometry.js';

/**
 * @param {Shape} shape
 * @returns {Geometry}
 */
export function geometry(shape) {
  const { w, h, mirrored, rails, across = false } = shape;
  const frame = rails ? w * 0.024 : 15;
  const column = (w - 2 * frame) / (rails ? 8.6 : 7.2);
  const rail = column * (rails ? 1.08 : 1.1),
    lip = rails ? column * 0.22 : 0;
  const strip = column * (rails ? 1.05 : 1.3); // the beam between the halves
  const half = (h - 2 * frame - strip) / 2;
  const size = Math.min(column * 0.95, half / 5.05);
  const edge = frame + (rails ? rail + lip : 0),
    near = h - frame,
    far = frame,
    gap = column * 0.9;
  const length = Math.min(size * 5.12, half),
    slab = rails ? (h / 2 - frame - gap - 4) / 15 : 0;

  const flip = (/** @type {number} */ x) => (mirrored ? x : w - x);
  const fieldX = flip(edge + 3 * column),
    railX = flip(frame + rail / 2),
    rackX = flip(w - frame - rail / 2);
  const homeX = fieldX + (mirrored ? -1.5 : 1.5) * column,
    outerX = 2 * fieldX - homeX;

  const has = (/** @type {number} */ i) => i <= 6 || i >= 19;
  const isNear = (/** @type {number} */ i) => i <= 12 !== across;
  const columnX = (/** @type {number} */ k) => flip(edge + (k + 0.5) * column);
  /**
   * @param {number} i
   * @returns {Box}
   */
  const pointBox = (i) => ({
    x: columnX(columnOf(i)) - column / 2,
    y: isNear(i) ? near - half : far,
    w: column,
    h: half,
  });
  /** @param {number} i */
  const triangle = (i) =>
    corners(columnX(columnOf(i)), column, isNear(i) ? near : far, isNear(i) ? -length : length);
  /**
   * @param {number} i
   * @param {number} k
   * @param {number} n
   * @returns {XY}
   */
  const onPoint = (i, k, n) => {
    const step = n > 1 ? Math.min(size, (length - size) / (n - 1)) : 0,
      depth = size / 2 + k * step + 1;
    return { x: columnX(columnOf(i)), y: isNear(i) ? near - depth : far + depth };
  };
  /**
   * The rack: always fifteen places, so that the rest do not shift.
   * @param {boolean} isViewer
   * @param {number} k
   * @returns {XY}
   */
  const onBar = (isViewer, k) => {
    const away = size / 2 + 3 + (k * (h / 2 - frame - gap - size - 6)) / 14;
    return { x: rackX, y: isViewer !== across ? near - away : far + away };
  };
  /**
   * @param {boolean} isViewer
   * @param {number} k
   * @returns {XY}
   */
  const inTray = (isViewer, k) => {
    const away = rails ? (k + 0.5) * slab + 2 : -frame - size * 0.6;
    return { x: rails ? railX : fieldX, y: isViewer !== across ? near - away : far + away };
  };
  const lower = across ? far : h / 2 + gap; // where the viewer's tray and rack begin
  const trayBox = () =>
    rails
      ? { x: railX - rail / 2, y: lower, w: rail, h: near - h / 2 - gap }
      : { x: outerX - column * 1.5, y: h / 2 - strip * 0.42, w: column * 3, h: strip * 0.84 };
  const barBox = () => ({ x: rackX - rail / 2, y: lower, w: rail, h: near - h / 2 - gap });
  /**
   * @param {number} i
   * @returns {Box}
   */
  const boxOf = (i) => {
    if (i === 0) return trayBox();
    return i === 25 ? barBox() : pointBox(i);
  };
  /**
   * @param {0|1|null} owner
   * @returns {XY}
   */
  const cubeAt = (owner) => {
    if (owner === null) return { x: rackX, y: h / 2 };
    return { x: rackX, y: h / 2 + (!owner === across ? -0.42 : 0.42) * column };
  };
  const dieSize = (/** @type {number} */ n) => {
    const width = Math.max(26, Math.min(66, column * (rails ? 0.62 : 0.9)));
    return Math.round(n > 2 ? Math.min(width * 0.86, (column * 3) / 4 / 1.24) : width);
  };
  /**
   * @param {boolean} isViewer
   * @param {number} k
   * @param {number} n
   * @returns {XY}
   */
  const dieAt = (isViewer, k, n) => ({
    x: (isViewer ? homeX : outerX) + (k - (n - 1) / 2) * dieSize(n) * 1.22,
    y: h / 2,
  });
  const openingAt = (/** @type {boolean} */ isViewer) => ({
    x: isViewer ? homeX : outerX,
    y: h / 2,
  });

  return {
    shape,
    frame,
    column,
    bar: rail,
    rail: rails ? rail : 0,
    strip,
    size,
    length,
    slab,
    edge,
    near,
    far,
    barX: rackX,
    homeX,
    outerX,
    has,
    columnOf,
    isNear,
    columnX,
    pointBox,
    triangle,
    onPoint,
    onBar,
    inTray,
    trayBox,
    barBox,
    boxOf,
    cubeAt,
    dieSize,
    dieAt,
    openingAt,
  };
}

/**
 * The inside of the board's svg.
 * @param {Geometry} g
 */
export function scene(g) {
  const { w, h, rails } = g.shape,
    corner = rails ? Math.min(18, g.column * 0.2) : 9,
    gap = g.column * 0.9;
  const leftEdge = Math.min(g.columnX(0), g.columnX(5)) - g.column / 2,
    right = leftEdge + 6 * g.column,
    font = Math.min(15, g.frame * 0.75);
  const [nearY, farY] = [h / 2 + g.strip / 2, h / 2 - g.strip / 2];
  let wells = '',
    points = '',
    numbers = '';
  for (const x of rails ? [g.frame, w - g.frame - g.rail] : [g.barX - g.bar / 2 + g.column * 0.1]) {
    const wide = rails ? g.rail : g.bar - g.column * 0.1;
    for (const [y0, y1] of [
      [g.far, h / 2 - gap],
      [h / 2 + gap, g.near],
    ]) {
      for (const cls of ['well', 'well-dim', 'lip'])
        wells += rect(x, y0, x + wide, y1, `rx="4" class="${cls}"`);
    }
  }
  for (let k = 0; k < 6; k++) {
    for (const i of [k + 1, 24 - k]) {
      points += `<path d="${pointPath(g, i)}" class="pt ${(k + (g.isNear(i) ? 0 : 1)) % 2 ? 'a' : 'b'}"/>`;
      numbers += `<text x="${r(g.columnX(k))}" y="${r(g.isNear(i) ? h - g.frame / 2 : g.frame / 2)}">${k + 1}</text>`;
    }
  }
  const lip = (/** @type {number} */ y0, /** @type {number} */ y1) =>
    rect(leftEdge, y0, right, y1, 'rx="4" class="lip"') +
    rect(leftEdge + 1, y0 + 1, right - 1, y1 - 1, 'rx="4" class="lip2"');
  return (
    rect(1, 1, w - 1, h - 1, `rx="${r(corner - 1)}" class="bevel"`) +
    wells +
    points +
    lip(g.far, farY) +
    lip(nearY, g.near) +
    `<g class="nums" font-size="${r(font)}">${numbers}</g>`
  );
}
