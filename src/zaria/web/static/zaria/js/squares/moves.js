/**
 * Legal moves and choosing one of them square by square: pure. The server sends them; here nothing
 * is known of rules.
 */
import { squareOf } from './geometry.js';

/**
 * A legal move by squares. A king that castles onto its own rook (Chess960) has a `goal` where it stands then.
 * @typedef {{move: string, path: number[], takes: number[], becomes: string, goal?: number}} Route
 */

/**
 * @param {import('./geometry.js').Grid} grid
 * @param {readonly import('../protocol.js').MoveView[]|null|undefined} moves
 * @param {readonly string[]} [board] before the move
 * @returns {Route[]}
 */
export const parseRoutes = (grid, moves, board = []) =>
  (moves ?? []).map(({ move, path, takes, becomes }) => {
    const route = {
      move,
      becomes,
      path: path.map((name) => squareOf(grid, name)),
      takes: takes.map((name) => squareOf(grid, name)),
    };
    const goal = castlingGoal(board, route.path);
    return goal === null ? route : { ...route, goal };
  });

/**
 * Where a king stands that has castled onto its own rook: on the c- or g-file. null for any other move.
 * @param {readonly string[]} board
 * @param {readonly number[]} path
 */
function castlingGoal(board, [from, to]) {
  const king = board[from],
    rook = board[to];
  if (!(king === 'K' && rook === 'R') && !(king === 'k' && rook === 'r')) return null;
  return from - (from % 8) + (to > from ? 6 : 2);
}

/**
 * Those that begin with the squares chosen so far.
 * @param {readonly Route[]} all
 * @param {readonly number[]} chosen
 */
const beginning = (all, chosen) =>
  all.filter(({ path }) => chosen.every((at, i) => path[i] === at));

const end = (/** @type {Route} */ route) => route.path[route.path.length - 1];
/**
 * Whether they differ only in what the piece becomes.
 * @param {readonly Route[]} some
 */
const same = (some) =>
  some.every((route) => end(route) === end(some[0]) && route.takes.join() === some[0].takes.join());

/**
 * What tapping a square means after those chosen: it ends the move (`routes`: more than one when
 * the piece may become several things), it is one step of a longer one (`chosen` grows), or
 * nothing.
 * @param {readonly Route[]} all
 * @param {readonly number[]} chosen
 * @param {number} at
 * @returns {{routes: readonly Route[], chosen: readonly number[]}|null}
 */
export function choose(all, chosen, at) {
  const open = beginning(all, chosen),
    next = open.filter(({ path }) => path[chosen.length] === at);
  const whole = next.filter(({ path }) => path.length === chosen.length + 1);
  if (whole.length) return { routes: whole, chosen };
  if (next.length) return { routes: [], chosen: [...chosen, at] };
  const ending = open.filter((route) => end(route) === at);
  if (ending.length && same(ending)) return { routes: ending, chosen };
  const castling = open.filter(
    ({ goal }) => goal === at && chosen.length === 1 && chosen[0] !== at,
  );
  return castling.length ? { routes: castling, chosen } : null;
}

/**
 * Squares that mean something after those chosen, and whether they end the move.
 * @param {readonly Route[]} all
 * @param {readonly number[]} chosen
 * @returns {Map<number, boolean>}
 */
export function targets(all, chosen) {
  /** @type {Map<number, boolean>} */
  const ends = new Map();
  if (!chosen.length) return ends;
  for (const route of beginning(all, chosen))
    for (const at of [route.path[chosen.length], end(route), route.goal ?? end(route)]) {
      if (ends.has(at)) continue;
      const choice = choose(all, chosen, at);
      if (choice) ends.set(at, choice.routes.length > 0);
    }
  return ends;
}

/**
 * What is taken on the way along the squares chosen.
 * @param {readonly Route[]} all
 * @param {readonly number[]} chosen
 * @returns {number[]}
 */
export function captured(all, chosen) {
  const [first] = beginning(all, chosen);
  return first && chosen.length > 1 ? first.takes.slice(0, chosen.length - 1) : [];
}

/**
 * The board with the piece that goes along `chosen` where it is now; what it takes lies there until
 * the move is over.
 * @param {readonly string[]} board
 * @param {readonly number[]} chosen
 */
export function along(board, chosen) {
  if (chosen.length < 2) return board;
  const now = [...board],
    from = chosen[0];
  const piece = now[from];
  now[from] = '';
  now[chosen[chosen.length - 1]] = piece;
  return now;
}

/**
 * The board after a move, as it is drawn until the server sends it.
 * @param {readonly string[]} board
 * @param {Route} route
 * @param {number} size
 */
export function boardAfter(board, route, size) {
  const now = [...board],
    from = route.path[0],
    to = end(route),
    piece = now[from];
  now[from] = '';
  if (route.goal !== undefined) {
    const rook = now[to];
    now[to] = '';
    now[route.goal] = piece;
    now[route.goal + (to > from ? -1 : 1)] = rook;
    return now;
  }
  for (const at of route.takes) now[at] = '';
  now[to] = promoted(piece, route.becomes);
  // a king that goes two squares aside takes the rook of that side over itself
  if (piece.toLowerCase() === 'k' && size === 8 && Math.abs(to - from) === 2) {
    const corner = to > from ? from + 3 : from - 4;
    now[(from + to) / 2] = now[corner];
    now[corner] = '';
  }
  return now;
}

/**
 * @param {string} piece
 * @param {string} becomes
 */
function promoted(piece, becomes) {
  if (!becomes) return piece;
  if (becomes === 'K') return piece.toUpperCase();
  return piece === piece.toUpperCase() ? becomes.toUpperCase() : becomes;
}

/**
 * What was laid before one's turn, if it is legal now; the strongest piece where it becomes one.
 * @param {readonly Route[]} all
 * @param {readonly [from: number, to: number]} plan
 * @returns {Route|null}
 */
export function plannedRoute(all, [from, to]) {
  const choice = choose(all, [from], to);
  return choice?.routes.find(({ becomes }) => becomes === 'q') ?? choice?.routes[0] ?? null;
}
