/** The drawing of the board that never moves: points, lips, rails, hinges, numbers. Wood and felt lie under it
 *  as plain boxes of board.css. Redrawn only when the box changes. */

/** @typedef {import('./geometry.js').Geometry} Geometry */

const r = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/** A point with a rounded tip, as path data. @param {Geometry} g @param {number} i */
export function pointPath(g, i) {
  const [a, b, tip] = g.triangle(i), round = g.column * 0.1;
  const near = (/** @type {import('./geometry.js').XY} */ q) => {
    const part = round / Math.hypot(q.x - tip.x, q.y - tip.y);
    return { x: tip.x + (q.x - tip.x) * part, y: tip.y + (q.y - tip.y) * part };
  };
  const a1 = near(a), b1 = near(b);
  return `M${r(a.x)} ${r(a.y)}L${r(a1.x)} ${r(a1.y)}Q${r(tip.x)} ${r(tip.y)} ${r(b1.x)} ${r(b1.y)}L${r(b.x)} ${r(b.y)}Z`;
}

/** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {string} attributes */
const rect = (x0, y0, x1, y1, attributes) =>
  `<rect x="${r(x0)}" y="${r(y0)}" width="${r(x1 - x0)}" height="${r(y1 - y0)}" ${attributes}/>`;

/** @param {Geometry} g */
function rails(g) {
  const { w, h } = g.shape, gap = g.column * 0.62;
  let out = '';
  for (const x of [g.frame, w - g.frame - g.rail]) {
    for (const [y0, y1] of [[g.frame, h / 2 - gap], [h / 2 + gap, h - g.frame]]) {
      for (const cls of ['well', 'well-dim', 'lip']) out += rect(x, y0, x + g.rail, y1, `rx="4" class="${cls}"`);
    }
  }
  return out;
}

/** @param {Geometry} g @param {number} y */
function hinge(g, y) {
  const x = g.bar * 0.42, half = g.column * 0.36, dot = r(Math.max(1.6, g.column * 0.035));
  const screws = [-1, 1].flatMap((s) => [-1, 1].map((t) =>
    `<circle cx="${r(s * x * 0.62)}" cy="${r(t * half * 0.58)}" r="${dot}" class="screw"/>`)).join('');
  return `<g transform="translate(${r(g.barX)} ${r(y)})">${rect(-x, -half, x, half, 'rx="3" class="brass"')}`
    + `<path d="M0 ${r(-half)}V${r(half)}" class="axle"/>${screws}</g>`;
}

/** @param {Geometry} g */
function numbers(g) {
  const size = Math.min(13, g.frame * 0.72);
  if (size < 6.5) return '';
  let out = '';
  for (let i = 1; i <= 24; i++) {
    const y = g.isNear(i) ? g.shape.h - g.frame / 2 : g.frame / 2;
    out += `<text x="${r(g.columnX(g.columnOf(i)))}" y="${r(y)}">${i}</text>`;
  }
  return `<g class="nums" font-size="${r(size)}">${out}</g>`;
}

/** The inside of the board's svg. @param {Geometry} g */
export function scene(g) {
  const { w, h } = g.shape, round = g.shape.rails ? 4 : 3, corner = g.shape.rails ? Math.min(18, g.column * 0.22) : 9;
  const bar0 = g.barX - g.bar / 2, bar1 = g.barX + g.bar / 2;
  const lip = (/** @type {number} */ x0, /** @type {number} */ x1) =>
    rect(x0, g.frame, x1, h - g.frame, `rx="${round}" class="lip"`)
    + rect(x0 + 1, g.frame + 1, x1 - 1, h - g.frame - 1, `rx="${round}" class="lip2"`);
  let points = '';
  for (let i = 1; i <= 24; i++) {
    const light = (g.columnOf(i) + (g.isNear(i) ? 0 : 1)) % 2;
    points += `<path d="${pointPath(g, i)}" class="pt ${light ? 'a' : 'b'}"/>`;
  }
  return rect(1, 1, w - 1, h - 1, `rx="${r(corner - 1)}" class="bevel"`)
    + (g.shape.rails ? rails(g) : '') + points + lip(g.edge, bar0) + lip(bar1, w - g.edge)
    + rect(bar0, g.frame - 0.5, bar1, h - g.frame + 0.5, 'class="bar-edge"')
    + (g.shape.rails ? hinge(g, h * 0.25) + hinge(g, h * 0.75) + numbers(g) : '');
}
