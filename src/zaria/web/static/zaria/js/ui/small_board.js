/**
 * What stands on a small board, as the inside of the empty one that the server drew: the sizes are those
 * of `club/games/pictures.py` and `board_pictures.py`.
 */

const WIDTH = 312,
  HEIGHT = 200,
  FRAME = 9,
  BAR = 18,
  STEP = 23,
  RADIUS = 9.7,
  TALLEST = 69;
const DIE = 21,
  SLAB = 4.4;
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const COLOURS = ['l', 'd'];
const r = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * The checkers, the dice and the cube of a game with dice; light plays from below.
 * @param {View} view
 */
export function checkers(view) {
  const parts = { under: '', over: '' };
  view.men.forEach((points, side) => {
    const off = points[0];
    points.forEach((n, point) => {
      const pinned = view.pins[side].includes(point);
      if (point && n) parts[pinned ? 'under' : 'over'] += stack(view, side, point, n);
    });
    if (off) parts.over += borneOff(view, side, off);
  });
  return parts.under + parts.over + dice(view) + cube(view);
}

/**
 * @param {View} view
 * @param {number} x as seen by a viewer whose home is on the right
 */
const flip = (view, x) => (view.mirror ? WIDTH - x : x);

/**
 * The checkers of a side on one of its points, 25 is the bar or the hand.
 * @param {View} view
 * @param {number} side
 * @param {number} point
 * @param {number} n
 */
function stack(view, side, point, n) {
  const across = view.parallel ? ((point + 11) % 24) + 1 : 25 - point,
    at = side ? across : point;
  let x = WIDTH / 2,
    below = side === (view.hand ? 0 : 1),
    edge = view.hand ? FRAME + RADIUS : HEIGHT / 2 - RADIUS - 4;
  let away = view.hand || point !== 25 ? 1 : -1;
  if (point !== 25) {
    const column = at <= 12 ? 12 - at : at - 13;
    x = flip(view, FRAME + (column + 0.5) * STEP + (column >= 6 ? BAR : 0));
    below = at <= 12;
    edge = FRAME + RADIUS + 1.3;
    // a checker above a pinned one stands back from the edge
    const opposite = view.parallel ? across : 25 - point;
    if (view.pins[1 - side].includes(opposite)) edge += RADIUS * 1.3;
  } else x = flip(view, FRAME + 6 * STEP + BAR / 2);
  const pitch = n > 1 ? Math.min(2 * RADIUS, TALLEST / (n - 1)) : 0;
  const circles = Array.from({ length: n }, (_, k) => {
    const depth = edge + away * k * pitch;
    return `<circle cx="${r(x)}" cy="${r(below ? HEIGHT - depth : depth)}" r="${RADIUS}"/>`;
  });
  return `<g class="mb-${COLOURS[side]}">${circles.join('')}</g>`;
}

/**
 * The checkers of a side that are borne off, on the frame.
 * @param {View} view
 * @param {number} side
 * @param {number} n
 */
function borneOff(view, side, n) {
  const x = flip(view, side && view.parallel ? FRAME / 2 : WIDTH - FRAME / 2),
    long = n * SLAB;
  const way = side ? `V${r(FRAME + long)}` : `V${r(HEIGHT - FRAME - long)}`;
  const line = `d="M${x} ${side ? FRAME : HEIGHT - FRAME}${way}"`;
  return `<path class="mb-off rim ${COLOURS[side]}" ${line}/><path class="mb-off ${COLOURS[side]}" ${line}/>`;
}

/** @param {View} view */
function dice(view) {
  if (view.phase !== 'move') return '';
  const n = view.dice.length,
    middle = flip(view, view.turn ? FRAME + 3 * STEP : WIDTH - FRAME - 3 * STEP);
  return view.dice
    .map((value, k) => {
      const x = middle + (k - (n - 1) / 2) * DIE * 1.2 - DIE / 2,
        y = (HEIGHT - DIE) / 2;
      const dots = PIPS[value].map(
        (at) =>
          `<circle cx="${r(x + DIE * (0.25 + 0.25 * (at % 3)))}" ` +
          `cy="${r(y + DIE * (0.25 + 0.25 * Math.floor(at / 3)))}" r="1.9"/>`,
      );
      const box = `<rect x="${r(x)}" y="${y}" width="${DIE}" height="${DIE}" rx="4"/>`;
      return `<g class="mb-die ${COLOURS[view.turn]}">${box}${dots.join('')}</g>`;
    })
    .join('');
}

/** @param {View} view */
function cube(view) {
  const { value, owner } = view.cube;
  if (value < 2) return '';
  const y = owner === null ? HEIGHT / 2 : [HEIGHT - FRAME - 12, FRAME + 12][owner],
    x = flip(view, FRAME + 6 * STEP + BAR / 2);
  return (
    `<g class="mb-die l"><rect x="${x - 10}" y="${y - 10}" width="20" height="20" rx="4"/>` +
    `<text x="${x}" y="${y + 4.5}">${value}</text></g>`
  );
}

/**
 * The pieces of a game on squares, its unit a square.
 * @param {View} view
 * @param {import('../protocol.js').BoardView} squares
 */
export function pieces(view, squares) {
  const { size } = view,
    turned = !view.light_below;
  const all = [...squares.board.replaceAll('/', '')].flatMap((letter, k) => {
    const at = turned ? size * size - 1 - k : k;
    return letter === '.' ? [] : [{ letter, x: at % size, y: Math.floor(at / size) }];
  });
  if (view.now === 'chess' || view.now === 'ugolki')
    return all
      .map(({ letter, x, y }) => {
        const light = letter === 'w' || (view.now === 'chess' && letter < 'a');
        const figure = view.now === 'chess' ? letter.toLowerCase() : 'm';
        return `<use class="mq-${light ? 'w' : 'b'}" href="#mq-${figure}" x="${x}" y="${y}"/>`;
      })
      .join('');
  return ['w', 'b'].map((side) => draughts(all, side)).join('');
}

/**
 * The men of a side as one path of round dots in three strokes; kings have a brighter groove.
 * @param {readonly { letter: string, x: number, y: number }[]} all
 * @param {string} side
 */
function draughts(all, side) {
  const dots = (/** @type {(letter: string) => boolean} */ wanted) =>
    all
      .filter(({ letter }) => wanted(letter))
      .map(({ x, y }) => `M${x}.5 ${y}.5h0`)
      .join('');
  const men = dots((letter) => letter.toLowerCase() === side),
    kings = dots((letter) => letter === side.toUpperCase());
  return (
    `<g class="mq-${side}">${[1, 2, 3].map((k) => `<path class="mq-${k}" d="${men}"/>`).join('')}</g>` +
    `<path class="mq-k" d="${kings}"/>`
  );
}
