/**
 * The usual board turned by a quarter, for a phone held upright: points run from its long sides to
 * the middle, and the viewer's home is at the bottom. It answers what `geometry` answers; places in
 * columns (`columnX`) are those of the board before it was turned.
 */
import * as usual from './geometry.js';

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`.board.upright .wood > div { left: 13px; right: 13px }
.board.upright .wood > .felt { top: 5px; bottom: calc(53.125% - 0.3px) }
.board.upright .wood > .felt ~ .felt { top: calc(53.125% - 0.3px); bottom: 5px }
.board.upright .wood > .beam {
  top: calc(46.875% + 0.3px);
  bottom: calc(46.875% + 0.3px);
  background: linear-gradient(var(--f2), var(--f1) 18%, var(--f0) 50%, var(--f1) 82%, var(--f2));
}
.board.upright :is(.note, .stage) { left: 50% }
.board.upright :is(.note, .stage).home { top: 75% }
.board.upright :is(.note, .stage).outer { top: 25% }
.board.upright .stage { max-width: calc(var(--c) * 3) }
.board.upright .offer { padding: 1px 8px }
.board.upright .offer .big { width: 30px; height: 30px; font-size: 16px }
.board.upright .offer h2 { font-size: 14px; line-height: 1.15 }
.board.upright .offer p { font-size: 12px; line-height: 1.15 }`);

/**
 * Lay the parts of the wood anew, as one that moved would count as a jump of the page.
 * @param {HTMLElement} root the board
 * @param {boolean} on
 */
export function dress(root, on) {
  if (!document.adoptedStyleSheets.includes(STYLE)) document.adoptedStyleSheets.push(STYLE);
  if (root.classList.contains('upright') === on) return;
  const wood = /** @type {HTMLElement} */ (root.querySelector('.wood'));
  wood.replaceChildren(...[...wood.children].map((part) => part.cloneNode()));
  root.classList.toggle('upright', on);
}

/**
 * @param {Shape} shape
 * @returns {Geometry}
 */
export function geometry(shape) {
  const { w, h } = shape,
    g = usual.geometry({ ...shape, w: h, h: w, rails: false, upright: true }),
    isLeftwards = leftwards(shape);
  /**
   * @param {XY} p
   * @returns {XY}
   */
  const spot = ({ x, y }) => (isLeftwards ? { x: y, y: h - x } : { x: w - y, y: x });
  /**
   * @param {Box} b
   * @returns {Box}
   */
  const box = (b) => {
    const a = spot(b),
      c = spot({ x: b.x + b.w, y: b.y + b.h });
    return { x: Math.min(a.x, c.x), y: Math.min(a.y, c.y), w: b.h, h: b.w };
  };
  return {
    ...g,
    shape,
    homeX: w / 2,
    outerX: w / 2,
    pointBox: (i) => box(g.pointBox(i)),
    triangle: (i) => {
      const [a, b, tip] = g.triangle(i);
      return [spot(a), spot(b), spot(tip)];
    },
    onPoint: (i, k, n, above) => spot(g.onPoint(i, k, n, above)),
    onBar: (isViewer, k, n) => spot(g.onBar(isViewer, k, n)),
    inTray: (isViewer, k) => spot(g.inTray(isViewer, k)),
    trayBox: () => box(g.trayBox()),
    barBox: () => box(g.barBox()),
    boxOf: (i) => box(g.boxOf(i)),
    cubeAt: (owner) => spot(g.cubeAt(owner)),
    dieAt: (isViewer, k, n) => spot(g.dieAt(isViewer, k, n)),
    openingAt: (isViewer) => spot(g.openingAt(isViewer)),
  };
}

/**
 * Whether the viewer's home was on the left before the board was turned; who sits across sees it
 * turned the same way.
 * @param {Shape} shape
 */
const leftwards = ({ mirrored, turned = false }) => mirrored || turned;

/**
 * An arrow key as it was meant before the board was turned.
 * @param {Shape} shape
 * @param {string} key
 */
export function arrow(shape, key) {
  const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'],
    at = keys.indexOf(key);
  return at < 0 ? key : keys[(at + (leftwards(shape) ? 1 : 3)) % 4];
}

/**
 * The inside of the board's svg: turned, but for its numbers.
 * @param {Geometry} g
 */
export function scene(g) {
  const { w, h } = g.shape,
    before = usual.geometry({ ...g.shape, w: h, h: w, rails: false, upright: true }),
    turn = leftwards(g.shape) ? `matrix(0 -1 1 0 0 ${h})` : `matrix(0 1 -1 0 ${w} 0)`;
  let out = '';
  for (let i = 1; i <= 24; i++) {
    const b = g.pointBox(i),
      x = b.x < w / 2 ? g.far / 2 : w - g.far / 2;
    out += `<text x="${usual.r(x)}" y="${usual.r(b.y + b.h / 2)}">${i}</text>`;
  }
  return `<g transform="${turn}">${usual.scene(before, '')}</g><g class="nums" font-size="10">${out}</g>`;
}
