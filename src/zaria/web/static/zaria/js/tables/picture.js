/**
 * Still pictures of a board as one SVG, drawn by what draws the real one. The server says what is
 * on them; its words stay for those who cannot see.
 */
import { drawPictures } from '../ui/pictures.js';
import * as usual from './geometry.js';
import * as halves from './halves.js';

/**
 * Light is side 0, below; arrows are light's when `side` is 0. Points in the numbers of their own
 * side.
 * @typedef {{ hand?: boolean, parallel: boolean, men: [number[], number[]], pins: [number[],
 * number[]], dice: number[], side: Side, arrows: [src: number, dst: number, times: number][],
 * barred: [src: number, dst: number][], dark?: boolean, mirrored?: boolean }} Picture of which the
 * first of each pair is below; `dark`: dark is
 */

const WIDTH = 600,
  HEIGHT = 433;
const COLOURS = ['lt', 'dk'];
/**
 * @param {Picture} of
 * @param {number} side
 */
const colour = (of, side) => COLOURS[of.dark ? 1 - side : side];
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

const { opposite, r, rect } = usual;

/**
 * Draw the pictures of tables games under `root`.
 * @param {ParentNode} root
 */
export const draw = (root) => drawPictures(root, board);

/**
 * One picture as the text of an SVG.
 * @param {Picture} of
 */
export function board(of) {
  const { geometry, scene } = of.hand ? halves : usual;
  const g = geometry({
    w: WIDTH,
    h: HEIGHT,
    rails: true,
    mirrored: !!of.mirrored,
    parallel: of.parallel,
  });
  const layers =
    ground(g, of) +
    scene(g) +
    numbers(g, of) +
    checkers(g, of) +
    dice(g, of) +
    crossed(g, of) +
    arrows(g, of) +
    heights(g, of);
  return `<svg viewBox="0 -22 ${WIDTH} ${HEIGHT + 44}" aria-hidden="true">${layers}</svg>`;
}

/**
 * Wood and felt.
 * @param {Geometry} g
 * @param {Picture} of
 */
function ground(g, of) {
  const felt = (
    /** @type {number} */ x0,
    /** @type {number} */ y0,
    /** @type {number} */ x1,
    /** @type {number} */ y1,
  ) => rect(x0, y0, x1, y1, 'rx="4" class="ground"');
  const wood = rect(0, 0, WIDTH, HEIGHT, 'rx="9" class="timber"'),
    right = WIDTH - g.edge;
  if (!of.hand) {
    return (
      wood +
      felt(g.edge, g.far, g.barX - g.bar / 2, g.near) +
      felt(g.barX + g.bar / 2, g.far, right, g.near)
    );
  }
  const start = Math.min(g.columnX(0), g.columnX(5)) - g.column / 2,
    end = start + 6 * g.column;
  return (
    wood +
    felt(start, g.far, end, (HEIGHT - g.strip) / 2) +
    felt(start, (HEIGHT + g.strip) / 2, end, g.near)
  );
}

/**
 * The numbers of the points, beside the frame, large enough for a phone.
 * @param {Geometry} g
 * @param {Picture} of
 */
function numbers(g, of) {
  let out = '';
  for (let i = 1; i <= 24; i++) {
    if (!g.has(i)) continue;
    const name = of.hand && i > 12 ? 25 - i : i;
    out += `<text x="${r(g.columnX(g.columnOf(i)))}" y="${g.isNear(i) ? HEIGHT + 12 : -11}">${name}</text>`;
  }
  return `<g class="names">${out}</g>`;
}

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
function spot(g, of, side, at, k, n) {
  if (at === 0) return g.inTray(side === 0, k);
  if (at === 25) return g.onBar(side === 0, k, n);
  const across = opposite(at, of.parallel),
    above = of.pins[1 - side].includes(across) && of.men[side][at] > 0;
  return g.onPoint(side === 0 ? at : across, k, Math.max(n, k + 1), above);
}

/**
 * All checkers, the pinned ones first.
 * @param {Geometry} g
 * @param {Picture} of
 */
function checkers(g, of) {
  let under = '',
    over = '';
  for (const side of /** @type {Side[]} */ ([0, 1])) {
    of.men[side].forEach((n, at) => {
      for (let k = 0; k < n; k++) {
        const drawing = checker(g, colour(of, side), at, spot(g, of, side, at, k, n));
        if (of.pins[side].includes(at)) under += drawing;
        else over += drawing;
      }
    });
  }
  return under + over;
}

/**
 * @param {Geometry} g
 * @param {string} name of its colour
 * @param {number} at
 * @param {XY} c its centre
 */
function checker(g, name, at, c) {
  const { size } = g;
  if (at === 0) {
    const w = g.rail * 0.86,
      h = g.slab - 1.5;
    const box = `x="${r(c.x - w / 2)}" y="${r(c.y - h / 2)}" width="${r(w)}" height="${r(h)}"`;
    return `<rect class="slab ${name}" ${box} rx="3"/>`;
  }
  const box = `x="${r(c.x - size / 2)}" y="${r(c.y - size / 2)}" width="${r(size)}" height="${r(size)}"`;
  return (
    `<circle class="shade" cx="${r(c.x + size * 0.02)}" cy="${r(c.y + size * 0.06)}" r="${r(size / 2)}"/>` +
    `<use href="#man-${name}" ${box}/>`
  );
}

/**
 * How many lie in the stacks that close up.
 * @param {Geometry} g
 * @param {Picture} of
 */
function heights(g, of) {
  return of.men
    .map((points, k) =>
      points
        .map((n, at) => {
          if (n <= 5 || at === 0) return '';
          const side = /** @type {Side} */ (k),
            top = spot(g, of, side, at, n - 1, n);
          return `<text class="count ${colour(of, side)}" x="${r(top.x)}" y="${r(top.y)}">${n}</text>`;
        })
        .join(''),
    )
    .join('');
}

/**
 * @param {Geometry} g
 * @param {Picture} of
 */
function dice(g, of) {
  const n = of.dice.length,
    isViewer = of.side === 0,
    size = g.dieSize(n) * 1.12,
    dot = size * 0.09;
  return of.dice
    .map((value, k) => {
      const at = g.dieAt(isViewer, k, n),
        x = at.x - size / 2,
        y = at.y - size / 2;
      const pips = PIPS[value].map((p) => {
        const cx = x + size * (0.25 + 0.25 * (p % 3)),
          cy = y + size * (0.25 + 0.25 * Math.floor(p / 3));
        return `<circle cx="${r(cx)}" cy="${r(cy)}" r="${r(dot)}"/>`;
      });
      const box = `<rect x="${r(x)}" y="${r(y)}" width="${r(size)}" height="${r(size)}" rx="${r(size * 0.2)}"/>`;
      return `<g class="fallen ${colour(of, of.side)}">${box}${pips.join('')}</g>`;
    })
    .join('');
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
      return arrow(a, b, times, g.size);
    })
    .join('');
}

/**
 * Steps that may not be made.
 * @param {Geometry} g
 * @param {Picture} of
 */
function crossed(g, of) {
  return of.barred
    .map(([src, dst]) => {
      const top = of.men[of.side][src] - 1,
        n = of.men[of.side][dst];
      const way = arrow(
        spot(g, of, of.side, src, Math.max(top, 0), Math.max(top + 1, 1)),
        spot(g, of, of.side, dst, n, n + 1),
        1,
        g.size,
      );
      return `<g class="barred">${way}</g>`;
    })
    .join('');
}

/**
 * A bent arrow, bowed towards the middle of the board.
 * @param {XY} a
 * @param {XY} b
 * @param {number} times
 * @param {number} size
 */
function arrow(a, b, times, size) {
  const long = Math.hypot(b.x - a.x, b.y - a.y),
    same = a.y < HEIGHT / 2 === b.y < HEIGHT / 2;
  const bow = same ? Math.min(long * 0.45, HEIGHT * 0.2) * (a.y < HEIGHT / 2 ? 1 : -1) : 0;
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
