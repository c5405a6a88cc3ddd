/**
 * Where everything on the board lies, in CSS pixels: a pure function of its box. Points are
 * numbered as the viewer plays, from 24 to 1; 0 is borne off, 25 the bar.
 */

/**
 * The same place in the other player's numbering.
 * @param {number} p
 * @param {boolean} parallel
 */
export const opposite = (p, parallel) => {
  if (p < 1 || p > 24) return p;
  if (!parallel) return 25 - p;
  return p > 12 ? p - 12 : p + 12;
};

/**
 * The column of a point, counted from the home edge.
 * @param {number} i
 */
export const columnOf = (i) => (i <= 12 ? i - 1 : 24 - i);

/**
 * The triangle of a point in a column around x: two corners at the base, then the tip.
 * @param {number} x
 * @param {number} column width
 * @param {number} base
 * @param {number} height below 0: upwards
 * @returns {[XY, XY, XY]}
 */
export const corners = (x, column, base, height) => [
  { x: x - column * 0.47, y: base },
  { x: x + column * 0.47, y: base },
  { x, y: base + height },
];

/** @param {Shape} shape */
export function geometry(shape) {
  const { w, h, rails, parallel, turned = false, across = false, upright = false } = shape;
  // who sits across sees the board from there: upside down and, where both run the same way, turned round
  const mirrored = (shape.mirrored || turned) !== (across && parallel),
    below = turned === across;
  const frame = rails ? w * 0.0195 : 5,
    brim = rails ? frame : 13; // at the sides; above and below, with the numbers
  const column = (w - 2 * frame) / (rails ? 15.6 : 12.8);
  const bar = rails ? column : column * 0.8;
  const rail = rails ? column * 1.08 : 0,
    lip = rails ? column * 0.22 : 0;
  const strip = column * (rails || upright ? 1.25 : 1.9); // between the tips of the points
  const half = (h - 2 * brim - strip) / 2;
  const size = Math.min(column * 0.95, half / (upright ? 3.9 : 5.05)); // a checker
  const length = Math.min(size * (rails ? 5.12 : 8.2), half); // a point
  const slab = rails ? (length * 0.98) / 15 : 0; // a checker lying in the tray
  const edge = frame + rail + lip,
    near = h - brim,
    far = brim;

  const flip = (/** @type {number} */ x) => (mirrored ? x : w - x);
  const barX = flip(edge + 6 * column + bar / 2);
  const homeX = flip(edge + 3 * column),
    outerX = w - homeX;
  const railX = flip(frame + rail / 2),
    otherRailX = w - railX;

  /**
   * Whether the board has such a place.
   * @param {number} i
   */
  const has = (i) => i >= 0 && i <= 25;
  const isNear = (/** @type {number} */ i) => i <= 12 === below;
  /**
   * Middle of column k counted from the home edge.
   * @param {number} k
   */
  const columnX = (k) => flip(edge + (k + 0.5) * column + (k >= 6 ? bar : 0));

  /**
   * @param {number} i
   * @returns {Box}
   */
  const pointBox = (i) => ({
    x: columnX(columnOf(i)) - column / 2,
    y: isNear(i) ? near - length : far,
    w: column,
    h: length,
  });
  /** @param {number} i */
  const triangle = (i) =>
    corners(columnX(columnOf(i)), column, isNear(i) ? near : far, isNear(i) ? -length : length);
  /**
   * The k-th of n checkers on a point; above a pinned one they stand back so that it peeps out.
   * @param {number} i
   * @param {number} k
   * @param {number} n
   * @param {boolean} [above]
   * @returns {XY}
   */
  const onPoint = (i, k, n, above = false) => {
    const shift = above ? size * 0.58 : 0,
      room = length - size - shift;
    const gap = n > 1 ? Math.min(size, room / (n - 1)) : 0,
      depth = size / 2 + shift + k * gap + 1;
    return { x: columnX(columnOf(i)), y: isNear(i) ? near - depth : far + depth };
  };
  /**
   * Hit checkers wait in the half where they enter.
   * @param {boolean} isViewer
   * @param {number} k
   * @param {number} n
   * @returns {XY}
   */
  const onBar = (isViewer, k, n) => {
    const gap = n > 1 ? Math.min(size * 0.9, (length - size) / n) : 0,
      away = size * 1.3 + k * gap;
    return { x: barX, y: h / 2 + (isViewer === across ? away : -away) };
  };
  /**
   * Borne-off checkers lie in the tray; without rails they leave over the edge.
   * @param {boolean} isViewer
   * @param {number} k
   * @returns {XY}
   */
  const inTray = (isViewer, k) => {
    const under = isViewer === below;
    if (!rails) return { x: w / 2, y: under ? h + size * 0.6 : -size * 0.6 };
    const away = (k + 0.5) * slab + 2;
    return { x: isViewer || !parallel ? railX : otherRailX, y: under ? near - away : far + away };
  };
  /**
   * Where the viewer bears off to: the tray, or without rails the strip of the outer half.
   * @returns {Box}
   */
  const trayBox = () =>
    rails
      ? {
          x: railX - rail / 2,
          y: below ? h / 2 + column * 0.62 : far,
          w: rail,
          h: near - h / 2 - column * 0.62,
        }
      : { x: outerX - column * 2, y: h / 2 - strip * 0.42, w: column * 4, h: strip * 0.84 };
  /**
   * The half of the bar where the viewer's hit checkers wait.
   * @returns {Box}
   */
  const barBox = () => ({
    x: barX - bar / 2,
    y: across ? h / 2 : brim,
    w: bar,
    h: h / 2 - brim,
  });
  /**
   * @param {number} i 0..25
   * @returns {Box}
   */
  const boxOf = (i) => {
    if (i === 0) return trayBox();
    return i === 25 ? barBox() : pointBox(i);
  };
  /**
   * @param {0|1|null} owner 0 is the viewer
   * @returns {XY}
   */
  const cubeAt = (owner) => {
    const rail = owner === (turned ? 0 : 1) && parallel ? railX : otherRailX;
    const x = rails ? rail : barX,
      off = rails ? column * 0.56 : size * 0.55;
    if (owner !== 0 && owner !== 1) return { x, y: h / 2 };
    return { x, y: (owner === 0) !== across ? near - off : far + off };
  };
  const wide = upright ? 1.05 : 1.45; // of a die where there are no rails
  const dieSize = (/** @type {number} */ n) => {
    const width = Math.max(rails ? 26 : 34, Math.min(66, column * (rails ? 0.82 : wide)));
    return Math.round(n > 2 ? Math.min(width * 0.86, (column * 6) / 4 / 1.24) : width);
  };
  /**
   * The k-th of n dice: the viewer's fall in the home half.
   * @param {boolean} isViewer
   * @param {number} k
   * @param {number} n
   * @returns {XY}
   */
  const dieAt = (isViewer, k, n) => ({
    x: (isViewer ? homeX : outerX) + (k - (n - 1) / 2) * dieSize(n) * 1.22,
    y: h / 2,
  });
  /**
   * One die of each player, for the opening.
   * @param {boolean} isViewer
   * @returns {XY}
   */
  const openingAt = (isViewer) => ({
    x: (isViewer ? homeX : outerX) + (isViewer === mirrored ? -column : column),
    y: h / 2,
  });

  return {
    shape,
    frame,
    column,
    bar,
    rail,
    strip,
    size,
    length,
    slab,
    edge,
    near,
    far,
    barX,
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

// ---- the drawing that never moves: points, lips, rails, hinges, numbers, above the wood and felt
// of board.css

export const r = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * A point with a rounded tip, as path data.
 * @param {Geometry} g
 * @param {number} i
 */
export function pointPath(g, i) {
  const [a, b, tip] = g.triangle(i),
    round = g.column * 0.1;
  const near = (/** @type {XY} */ q) => {
    const part = round / Math.hypot(q.x - tip.x, q.y - tip.y);
    return { x: tip.x + (q.x - tip.x) * part, y: tip.y + (q.y - tip.y) * part };
  };
  const a1 = near(a),
    b1 = near(b);
  const at = (/** @type {XY} */ p) => `${r(p.x)} ${r(p.y)}`;
  return `M${at(a)}L${at(a1)}Q${at(tip)} ${at(b1)}L${at(b)}Z`;
}

/**
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 * @param {string} attributes
 */
export const rect = (x0, y0, x1, y1, attributes) =>
  `<rect x="${r(x0)}" y="${r(y0)}" width="${r(x1 - x0)}" height="${r(y1 - y0)}" ${attributes}/>`;

/** @param {Geometry} g */
function rails(g) {
  const { w, h } = g.shape,
    gap = g.column * 0.62;
  let out = '';
  for (const x of [g.frame, w - g.frame - g.rail]) {
    for (const [y0, y1] of [
      [g.frame, h / 2 - gap],
      [h / 2 + gap, h - g.frame],
    ]) {
      for (const cls of ['well', 'well-dim', 'lip'])
        out += rect(x, y0, x + g.rail, y1, `rx="4" class="${cls}"`);
    }
  }
  return out;
}

/**
 * @param {Geometry} g
 * @param {number} y
 */
function hinge(g, y) {
  const x = g.bar * 0.42,
    half = g.column * 0.36,
    dot = r(Math.max(1.6, g.column * 0.035));
  const screws = [-1, 1]
    .flatMap((s) =>
      [-1, 1].map(
        (t) =>
          `<circle cx="${r(s * x * 0.62)}" cy="${r(t * half * 0.58)}" r="${dot}" class="screw"/>`,
      ),
    )
    .join('');
  return (
    `<g transform="translate(${r(g.barX)} ${r(y)})">${rect(-x, -half, x, half, 'rx="3" class="brass"')}` +
    `<path d="M0 ${r(-half)}V${r(half)}" class="axle"/>${screws}</g>`
  );
}

/** @param {Geometry} g */
function numbers(g) {
  const brim = g.far,
    size = Math.min(13, brim * (g.shape.rails ? 0.72 : 0.85));
  if (size < 6.5) return '';
  let out = '';
  for (let i = 1; i <= 24; i++) {
    const y = g.isNear(i) ? g.shape.h - brim / 2 : brim / 2;
    out += `<text x="${r(g.columnX(g.columnOf(i)))}" y="${r(y)}">${i}</text>`;
  }
  return `<g class="nums" font-size="${r(size)}">${out}</g>`;
}

/**
 * The inside of the board's svg.
 * @param {Geometry} g
 * @param {string} [named] the numbers of its points
 */
export function scene(g, named = numbers(g)) {
  const { w, h } = g.shape,
    round = g.shape.rails ? 4 : 3,
    corner = g.shape.rails ? Math.min(18, g.column * 0.22) : 9;
  const bar0 = g.barX - g.bar / 2,
    bar1 = g.barX + g.bar / 2;
  const lip = (/** @type {number} */ x0, /** @type {number} */ x1) =>
    rect(x0, g.far, x1, g.near, `rx="${round}" class="lip"`) +
    rect(x0 + 1, g.far + 1, x1 - 1, g.near - 1, `rx="${round}" class="lip2"`);
  let points = '';
  for (let i = 1; i <= 24; i++) {
    const light = (g.columnOf(i) + (g.isNear(i) ? 0 : 1)) % 2;
    points += `<path d="${pointPath(g, i)}" class="pt ${light ? 'a' : 'b'}"/>`;
  }
  return (
    rect(1, 1, w - 1, h - 1, `rx="${r(corner - 1)}" class="bevel"`) +
    (g.shape.rails ? rails(g) : '') +
    points +
    lip(g.edge, bar0) +
    lip(bar1, w - g.edge) +
    rect(bar0, g.far - 0.5, bar1, g.near + 0.5, 'class="bar-edge"') +
    (g.shape.rails ? hinge(g, h * 0.25) + hinge(g, h * 0.75) : '') +
    named
  );
}
