/**
 * Still pictures of a board as one SVG, drawn by what draws the real one. The server says what is
 * on them; its words stay for those who cannot see.
 */
import { drawPictures } from '../ui/pictures.js';
import { arrow, arrows, spot } from './arrows.js';
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

const { r, rect } = usual;

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
        g,
        spot(g, of, of.side, src, Math.max(top, 0), Math.max(top + 1, 1)),
        spot(g, of, of.side, dst, n, n + 1),
        1,
      );
      return `<g class="barred">${way}</g>`;
    })
    .join('');
}
