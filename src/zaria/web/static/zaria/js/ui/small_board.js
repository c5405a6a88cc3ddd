/**
 * Everything that lies on a small board, as the inside of the empty one that the server drew: the same
 * text as `club/games/tables_board.py` and `squares_board.py` write.
 */

const WIDTH = 150,
  HEIGHT = 110,
  SIZE = 8.6,
  FRAME = 5,
  STEP = 10.8,
  BAR = 10.4;
const MIDDLE = HEIGHT / 2,
  EDGE = FRAME + SIZE / 2 + 0.6,
  RAISED = 5.6;
const TALLEST = 5,
  TALLEST_ON_BAR = 4;
const DIE = 11,
  DIE_STEP = 13,
  PIP = 3,
  CUBE = 9.2;
const SLAB = 2.6,
  SLAB_GAP = 0.7;
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const COLOURS = ['l', 'd'];
const r = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * The centre of a stack's first checker, the way to the next, and how many it can show.
 * @typedef {{ x: number, y: number, way: 1|-1, most: number, count: number }} Stack
 */

/**
 * Light plays from below.
 * @param {View} view
 */
export const men = (view) => (view.squares ? pieces(view, view.squares.board) : checkers(view));

/**
 * The checkers, the dice and the cube of a game with dice, the pinned checkers first.
 * @param {View} view
 */
function checkers(view) {
  const sides = [0, 1];
  return [
    ...sides.map((side) => checkersOf(view, side, true)),
    ...sides.map((side) => checkersOf(view, side, false)),
    ...sides.map((side) => borneOff(view, side)),
    dice(view),
    cube(view),
  ].join('');
}

/** @param {string} path */
const strokes = (path) => `<path d="${path}"/>`.repeat(3);

/**
 * @param {View} view
 * @param {number} x as seen by a viewer whose home is on the right
 */
const flip = (view, x) => (view.mirror ? WIDTH - x : x);

/**
 * The checkers of a side that are pinned, or those that are not.
 * @param {View} view
 * @param {number} side
 * @param {boolean} pinned
 */
function checkersOf(view, side, pinned) {
  const stacks = view.men[side]
    .map((count, point) => ({ count, point }))
    .filter(({ count, point }) => point && count && view.pins[side].includes(point) === pinned)
    .map(({ count, point }) => stack(view, side, point, count));
  if (!stacks.length) return '';
  const lines = stacks.map(({ x, y, way, most, count }) => {
    const length = r((Math.min(count, most) - 1) * SIZE + 0.1);
    return `M${r(x)} ${r(y)}v${r(way * length)}`;
  });
  const numbers = stacks
    .filter(({ count, most }) => count > most)
    .map(({ x, y, way, most, count }) => {
      const last = y + way * (most - 1) * SIZE;
      return `<text class="mb-n ${COLOURS[side]}" x="${r(x)}" y="${r(last + 2)}">${count}</text>`;
    });
  return `<g class="mb-${COLOURS[side]}">${strokes(lines.join(''))}</g>${numbers.join('')}`;
}

/**
 * The stack of a side on one of its points, 25 is the bar or the hand.
 * @param {View} view
 * @param {number} side
 * @param {number} point
 * @param {number} count
 * @returns {Stack}
 */
function stack(view, side, point, count) {
  if (point === 25) {
    const x = flip(view, WIDTH / 2);
    if (view.hand)
      return side
        ? { x, y: EDGE, way: 1, most: TALLEST, count }
        : { x, y: HEIGHT - EDGE, way: -1, most: TALLEST, count };
    const way = side ? 1 : -1;
    return { x, y: MIDDLE + way * 10, way, most: TALLEST_ON_BAR, count };
  }
  const opposite = view.parallel ? ((point + 11) % 24) + 1 : 25 - point,
    place = side ? opposite : point,
    column = place <= 12 ? 12 - place : place - 13,
    edge = EDGE + (view.pins[1 - side].includes(opposite) ? RAISED : 0),
    x = flip(view, FRAME + (column + 0.5) * STEP + (column >= 6 ? BAR : 0));
  return place <= 12
    ? { x, y: HEIGHT - edge, way: -1, most: TALLEST, count }
    : { x, y: edge, way: 1, most: TALLEST, count };
}

/**
 * The checkers of a side that are borne off, on the frame.
 * @param {View} view
 * @param {number} side
 */
function borneOff(view, side) {
  const count = view.men[side][0];
  if (!count) return '';
  const x = flip(view, side && view.parallel ? FRAME / 2 : WIDTH - FRAME / 2),
    length = r(count * (SLAB + SLAB_GAP) - SLAB_GAP);
  const line = side ? `M${r(x)} ${FRAME}v${length}` : `M${r(x)} ${HEIGHT - FRAME}v-${length}`;
  return ['rim ', '']
    .map((rim) => `<path class="mb-off ${rim}${COLOURS[side]}" d="${line}"/>`)
    .join('');
}

/** @param {View} view */
function dice(view) {
  if (view.phase !== 'move') return '';
  const middle = flip(view, view.turn ? FRAME + 3 * STEP : WIDTH - FRAME - 3 * STEP);
  return view.dice
    .map((value, index) => {
      const x = middle + (index - (view.dice.length - 1) / 2) * DIE_STEP;
      const dots = PIPS[value].map(
        (at) => `M${r(x + PIP * ((at % 3) - 1))} ${r(MIDDLE + PIP * (Math.floor(at / 3) - 1))}h0`,
      );
      return (
        `<g class="mb-die ${COLOURS[view.turn]}"><rect x="${r(x - DIE / 2)}" y="${r(MIDDLE - DIE / 2)}" ` +
        `width="${DIE}" height="${DIE}" rx="2.2"/><path d="${dots.join('')}"/></g>`
      );
    })
    .join('');
}

/** @param {View} view */
function cube(view) {
  const { value, owner } = view.cube;
  if (value < 2) return '';
  const y = owner === null ? MIDDLE : [HEIGHT - FRAME - 5, FRAME + 5][owner],
    x = flip(view, WIDTH / 2);
  return (
    `<g class="mb-die l"><rect x="${r(x - CUBE / 2)}" y="${r(y - CUBE / 2)}" width="${CUBE}" ` +
    `height="${CUBE}" rx="1.6"/><text x="${r(x)}" y="${r(y + 2)}">${value}</text></g>`
  );
}

/**
 * The pieces of a game on squares, its unit a square.
 * @param {View} view
 * @param {string} board
 */
function pieces(view, board) {
  const { size, now } = view,
    letters = [...board.replaceAll('/', '')];
  if (!view.light_below) letters.reverse();
  const all = letters
    .map((letter, index) => ({ letter, x: index % size, y: Math.floor(index / size) }))
    .filter(({ letter }) => letter !== '.');
  const isChess = now === 'chess' || now === 'chess960';
  if (!isChess && now !== 'ugolki')
    return ['w', 'b'].map((side) => draughtsmen(all, side)).join('');
  return all
    .map(({ letter, x, y }) => {
      const light = letter === 'w' || (isChess && letter < 'a'),
        figure = isChess ? letter.toLowerCase() : 'm';
      return `<use class="mq-${light ? 'w' : 'b'}" href="#mq-${figure}" x="${x}" y="${y}"/>`;
    })
    .join('');
}

/**
 * The men of a side as one path of round dots in three strokes; kings have a brighter groove.
 * @param {readonly { letter: string, x: number, y: number }[]} all
 * @param {string} side
 */
function draughtsmen(all, side) {
  const dots = (/** @type {(letter: string) => boolean} */ wanted) =>
    all
      .filter(({ letter }) => wanted(letter))
      .map(({ x, y }) => `M${x}.5 ${y}.5h0`)
      .join('');
  const path = dots((letter) => letter.toLowerCase() === side),
    kings = dots((letter) => letter === side.toUpperCase());
  if (!path) return '';
  return (
    `<g class="mq-${side}">${strokes(path)}</g>` +
    (kings ? `<path class="mq-k" d="${kings}"/>` : '')
  );
}
