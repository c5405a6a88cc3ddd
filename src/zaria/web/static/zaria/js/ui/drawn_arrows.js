/** Arrows that a commentator draws on a small board, in thousandths of its width and height. */

/**
 * From x, y to x, y. An arrow that ends where it begins is a ring.
 * @typedef {[number, number, number, number]} DrawnArrow
 */

/** The width and the height of a board. */
export const WHOLE = 1000;

/** Sizes in units of the board's picture. */
const RING = 5.4,
  HEAD = 6,
  WING = 0.45;

const r = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * Which board arrows belong to: they go when it changes.
 * @param {View} view
 */
export const boardText = (view) =>
  view.squares ? String(view.squares.board) : view.men.map((side) => side.join(' ')).join('/');

/**
 * Draw arrows over everything else on a board.
 * @param {SVGSVGElement} svg
 * @param {readonly DrawnArrow[]} arrows
 */
export function drawArrows(svg, arrows) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const shapes = arrows.map(([x1, y1, x2, y2]) =>
    shape(
      x + (x1 * width) / WHOLE,
      y + (y1 * height) / WHOLE,
      x + (x2 * width) / WHOLE,
      y + (y2 * height) / WHOLE,
    ),
  );
  layer(svg).innerHTML = shapes.join('');
}

/** @param {SVGSVGElement} svg */
function layer(svg) {
  const drawn = svg.querySelector('.drawn');
  if (drawn) return drawn;
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('class', 'drawn');
  return svg.appendChild(group);
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function shape(x1, y1, x2, y2) {
  if (x1 === x2 && y1 === y2) return `<circle cx="${r(x1)}" cy="${r(y1)}" r="${RING}"/>`;
  const turn = Math.atan2(y2 - y1, x2 - x1);
  const wing = (/** @type {number} */ side) =>
    `${r(x2 - HEAD * Math.cos(turn + side * WING))} ${r(y2 - HEAD * Math.sin(turn + side * WING))}`;
  const neck = `${r(x2 - 0.8 * HEAD * Math.cos(turn))} ${r(y2 - 0.8 * HEAD * Math.sin(turn))}`;
  return (
    `<path class="shaft" d="M${r(x1)} ${r(y1)}L${neck}"/>` +
    `<path class="head" d="M${r(x2)} ${r(y2)}L${wing(1)}L${wing(-1)}Z"/>`
  );
}
