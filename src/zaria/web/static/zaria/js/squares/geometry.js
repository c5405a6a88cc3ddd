/**
 * Squares and their names: pure. A square is its index from the far left as light sees it, row by
 * row.
 */

/**
 * A board: squares along an edge, and how they are named. "letters": c3; "plain": letters on a board
 * of one colour; "numbers": 32, from dark's left. A board in a mirror has its dark corner at the
 * right: "mirror" numbers it from dark's right, "mirror-light" from light's right.
 * @typedef {{size: number, coordinates: string}} Grid
 */

/** Games whose pieces stand on all squares. */
export const WHOLE = ['chess', 'chess960', 'ugolki', 'turkish-draughts'];

/**
 * Whether squares have letters and not numbers.
 * @param {Pick<Grid, 'coordinates'>} grid
 */
export const lettered = ({ coordinates }) => coordinates === 'letters' || coordinates === 'plain';

/**
 * The name of a square, '' where a numbered board has none.
 * @param {Grid} grid
 * @param {number} at
 */
export function squareName(grid, at) {
  const { size } = grid,
    row = Math.floor(at / size),
    col = at % size;
  if (lettered(grid)) return `${'abcdefghij'[col]}${size - row}`;
  if (!dark(grid, at)) return '';
  const number = (row * size) / 2 + (col >> 1) + 1;
  return String(grid.coordinates === 'mirror-light' ? (size * size) / 2 + 1 - number : number);
}

/**
 * The square of a name, -1 for none.
 * @param {Grid} grid
 * @param {string} name
 */
export function squareOf(grid, name) {
  const { size, coordinates } = grid;
  if (lettered(grid)) {
    const col = name.charCodeAt(0) - 97,
      row = size - Number(name.slice(1));
    return col >= 0 && col < size && row >= 0 && row < size ? row * size + col : -1;
  }
  const half = size / 2,
    k = coordinates === 'mirror-light' ? size * half - Number(name) : Number(name) - 1,
    row = Math.floor(k / half),
    first = (row % 2 === 0) === (coordinates === 'numbers') ? 1 : 0;
  return name && k >= 0 && row < size ? row * size + 2 * (k % half) + first : -1;
}

/**
 * Whether a square is dark.
 * @param {Grid} grid
 * @param {number} at
 */
export function dark({ size, coordinates }, at) {
  if (coordinates === 'plain') return false;
  const odd = (Math.floor(at / size) + (at % size)) % 2 === 1;
  return odd !== coordinates.startsWith('mirror');
}

/**
 * Where a square lies for the viewer, in squares from the upper left.
 * @param {number} size
 * @param {number} at
 * @param {boolean} turned dark is below
 * @returns {XY}
 */
export function spot(size, at, turned) {
  const i = turned ? size * size - 1 - at : at;
  return { x: i % size, y: Math.floor(i / size) };
}

/**
 * The square under a point given in squares from the upper left, -1 beside the board.
 * @param {number} size
 * @param {XY} p
 * @param {boolean} turned
 */
export function under(size, p, turned) {
  const x = Math.floor(p.x),
    y = Math.floor(p.y);
  if (x < 0 || y < 0 || x >= size || y >= size) return -1;
  const i = y * size + x;
  return turned ? size * size - 1 - i : i;
}

/**
 * The nearest of some squares, -1 if none is within `reach` (in squares) of the point: a small
 * square still offers a finger enough.
 * @param {number} size
 * @param {XY} p
 * @param {Iterable<number>} squares
 * @param {number} reach
 * @param {boolean} turned
 */
export function nearest(size, p, squares, reach, turned) {
  let best = -1,
    least = reach;
  for (const at of squares) {
    const { x, y } = spot(size, at, turned);
    const dx = Math.max(x - p.x, 0, p.x - x - 1),
      dy = Math.max(y - p.y, 0, p.y - y - 1);
    const distance = Math.hypot(dx, dy) + Math.hypot(p.x - x - 0.5, p.y - y - 0.5) * 0.001;
    if (distance < least) {
      least = distance;
      best = at;
    }
  }
  return best;
}

/**
 * What stands on each square: '' or the letter of the piece.
 * @param {string} board rows joined by "/"
 * @returns {string[]}
 */
export const pieces = (board) => [...board.replaceAll('/', '')].map((c) => (c === '.' ? '' : c));

/**
 * The frame's width, in squares.
 * @param {number} size
 */
export const frame = (size) => (size > 8 ? 0.29 : 0.38);

const r = (/** @type {number} */ n) => Math.round(n * 1000) / 1000;

/**
 * The still board above the wood, its unit a square: squares, lip, coordinates, and the houses of
 * ugolki.
 * @param {Grid} grid
 * @param {boolean} turned
 * @param {number[][]} houses squares of each
 * @param {boolean} darks whether pieces stand on the dark squares only
 */
export function scene(grid, turned, houses, darks) {
  const { size } = grid,
    f = frame(size);
  const place = lettered(grid) ? 'sq-edge' : 'sq-inside';
  return (
    `<svg class="scene" viewBox="${-f} ${-f} ${r(size + 2 * f)} ${r(size + 2 * f)}" aria-hidden="true">` +
    `<rect width="${size}" height="${size}" class="sq-light"/>${pattern(grid)}` +
    houses.map((house) => fence(size, house, turned)).join('') +
    `<rect x="-.02" y="-.02" width="${size + 0.04}" height="${size + 0.04}" class="sq-lip"/>` +
    `<g class="${place}">${coordinates(grid, turned, f, darks)}</g></svg>`
  );
}

/**
 * The dark squares, a row of them as one dashed line; on a board of one colour the lines between its
 * squares.
 * @param {Grid} grid
 */
function pattern(grid) {
  const { size } = grid;
  const rows = Array.from({ length: size }, (_, y) => y);
  if (grid.coordinates === 'plain') {
    const lines = rows.slice(1).map((y) => `M0 ${y}H${size}M${y} 0V${size}`);
    return `<path d="${lines.join('')}" class="sq-line"/>`;
  }
  const dashes = rows.map((y) => `M${dark(grid, y * size) ? 0 : 1} ${y + 0.5}H${size}`);
  return `<path d="${dashes.join('')}" class="sq-dark"/>`;
}

/**
 * Letters and ranks on the frame, or a number in each dark square.
 * @param {Grid} grid
 * @param {boolean} turned
 * @param {number} f
 * @param {boolean} darks
 */
function coordinates(grid, turned, f, darks) {
  const { size } = grid,
    text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string|number} */ of) =>
      `<text x="${r(x)}" y="${r(y)}">${of}</text>`;
  let out = '';
  if (lettered(grid)) {
    for (let i = 0; i < size; i++) {
      const letter = 'abcdefghij'[turned ? size - 1 - i : i],
        rank = turned ? i + 1 : size - i;
      out +=
        text(i + 0.5, size + f / 2, letter) +
        text(i + 0.5, -f / 2, letter) +
        text(-f / 2, i + 0.5, rank) +
        text(size + f / 2, i + 0.5, rank);
    }
  } else if (darks)
    for (let at = 0; at < size * size; at++) {
      const { x, y } = spot(size, at, turned),
        name = squareName(grid, at);
      if (name) out += text(x + 0.04, y + 0.2, name);
    }
  return out;
}

/**
 * A line round some squares that form a rectangle.
 * @param {number} size
 * @param {number[]} house
 * @param {boolean} turned
 */
function fence(size, house, turned) {
  const spots = house.map((at) => spot(size, at, turned)),
    x = Math.min(...spots.map((p) => p.x)),
    y = Math.min(...spots.map((p) => p.y));
  const w = Math.max(...spots.map((p) => p.x)) - x + 1,
    h = Math.max(...spots.map((p) => p.y)) - y + 1;
  const line = (/** @type {string} */ cls) =>
    `<rect x="${x + 0.045}" y="${y + 0.045}" width="${w - 0.09}" height="${h - 0.09}" rx=".06" class="${cls}"/>`;
  return line('sq-house') + line('sq-house over');
}

/**
 * The squares of the houses of ugolki, light's first.
 * @param {string} house "4x3": so wide and so high
 */
export function houses(house) {
  const [w, h] = house.split('x').map(Number),
    near = [],
    far = [];
  for (let row = 0; row < h; row++)
    for (let col = 0; col < w; col++) {
      near.push((7 - row) * 8 + col);
      far.push(row * 8 + 7 - col);
    }
  return [near, far];
}
