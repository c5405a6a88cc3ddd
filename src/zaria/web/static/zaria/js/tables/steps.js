/**
 * Steps of a turn: which ones are possible, by the server's tree, and what they do to the
 * checkers. Sides are relative to the viewer (side 0); every side has its own numbering, 24 → 1, 0
 * off, 25 bar.
 */
import { opposite } from './geometry.js';

/**
 * The effect of step `number` of a turn, or of a tree.
 * @param {import('../protocol.js').Effects|null|undefined} effects
 * @param {number} number
 * @returns {Effect}
 */
export function effectOf(effects, number) {
  if (effects?.hit?.includes(number)) return 'hit';
  return effects?.pin?.includes(number) ? 'pin' : '';
}

/**
 * The tree as the server sends it, each edge with its effect.
 * @param {State['tree']} sent
 * @param {State['effects']} effects
 * @returns {Tree|null}
 */
export function treeOf(sent, effects) {
  if (!sent) return null;
  const hit = new Set(effects?.hit),
    pin = new Set(effects?.pin);
  let number = -1;
  return sent.map((edges) =>
    edges.map(([src, die, next]) => {
      number++;
      const otherwise = pin.has(number) ? 'pin' : '';
      return [src, die, next, hit.has(number) ? 'hit' : otherwise];
    }),
  );
}

/**
 * The point on which a step ends.
 * @param {Move} move
 * @param {boolean} [hand] whether checkers come from the hand, to the point of the die
 */
export const landing = ([src, die], hand) => (hand && src === 25 ? die : Math.max(0, src - die));

/**
 * @param {Placement} at
 * @param {Side} side
 * @param {Move} move
 * @param {Effect} effect
 * @param {Kind} kind
 * @returns {Placement}
 */
export function play(at, side, move, effect, kind) {
  const [src] = move,
    dst = landing(move, kind.hand),
    opponent = /** @type {Side} */ (1 - side);
  /** @type {[number[], number[]]} */
  const checkers = [[...at.checkers[0]], [...at.checkers[1]]];
  /** @type {[number[], number[]]} */
  const pins = [[...at.pins[0]], [...at.pins[1]]];
  checkers[side][src]--;
  checkers[side][dst]++;
  if (src < 25 && checkers[side][src] === 0) {
    const freed = opposite(src, kind.parallel);
    pins[opponent] = pins[opponent].filter((p) => p !== freed);
  }
  const met = opposite(dst, kind.parallel);
  if (effect === 'pin') pins[opponent].push(met);
  if (effect === 'hit') {
    checkers[opponent][met]--;
    checkers[opponent][25]++;
  }
  return { checkers, pins };
}

/**
 * The viewer's checkers after steps through the tree.
 * @param {Placement} at
 * @param {readonly Edge[]} edges
 * @param {Kind} kind
 */
export const playAll = (at, edges, kind) =>
  edges.reduce((now, [src, die, , effect]) => play(now, 0, [src, die], effect, kind), at);

/**
 * Points where the checkers of a turn came to rest.
 * @param {readonly Move[]} moves
 * @param {boolean} [hand]
 * @returns {number[]}
 */
export function landings(moves, hand) {
  /** @type {number[]} */
  const out = [];
  for (const m of moves) {
    const i = out.indexOf(m[0]),
      to = landing(m, hand);
    if (i >= 0) out.splice(i, 1);
    if (to) out.push(to);
  }
  return out;
}

/**
 * The edges that steps go along from a node; null when they leave the tree.
 * @param {Tree} tree
 * @param {number} node
 * @param {readonly Move[]} moves
 * @returns {Edge[]|null}
 */
export function path(tree, node, moves) {
  /** @type {Edge[]} */
  const edges = [];
  let at = node;
  for (const [src, die] of moves) {
    const edge = tree[at].find((e) => e[0] === src && e[1] === die);
    if (!edge) return null;
    edges.push(edge);
    at = edge[2];
  }
  return edges;
}

/**
 * The node reached by `moves`, -1 when they leave the tree.
 * @param {Tree} tree
 * @param {readonly Move[]} moves
 */
export function walk(tree, moves) {
  const edges = path(tree, 0, moves);
  return edges ? (edges.at(-1)?.[2] ?? 0) : -1;
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
export const sources = (tree, node) => new Set(tree[node]?.map((e) => e[0]));

/**
 * Where the checker on `src` may go, with the shortest way there; `lead` is the die preferred.
 * @param {Tree} tree
 * @param {number} node
 * @param {number} src
 * @param {number} lead
 * @param {boolean} [hand]
 * @returns {Map<number, Move[]>}
 */
export function targets(tree, node, src, lead, hand) {
  /** @type {Map<number, Move[]>} */
  const ways = new Map();
  /** @type {{node: number, at: number, way: Move[]}[]} */
  let front = [{ node, at: src, way: [] }];
  while (front.length) {
    /** @type {typeof front} */
    const next = [];
    for (const { node: current, at, way } of front) {
      const edges = tree[current]
        .filter((e) => e[0] === at)
        .sort((a, b) => Number(b[1] === lead) - Number(a[1] === lead));
      for (const [from, die, to] of edges) {
        /** @type {Move} */
        const move = [from, die];
        const dst = landing(move, hand),
          longer = [...way, move];
        if (!ways.has(dst)) ways.set(dst, longer);
        if (dst) next.push({ node: to, at: dst, way: longer });
      }
    }
    front = next;
  }
  return ways;
}

/**
 * The only step possible, if there is just one.
 * @param {Tree} tree
 * @param {number} node
 * @returns {Move|null}
 */
export function only(tree, node) {
  const edges = tree[node] ?? [];
  return edges.length === 1 ? [edges[0][0], edges[0][1]] : null;
}

/**
 * Which of the dice the moves have used.
 * @param {readonly number[]} dice
 * @param {readonly Move[]} moves
 */
export function used(dice, moves) {
  const marks = dice.map(() => false);
  for (const [, die] of moves) {
    const i = dice.findIndex((d, k) => d === die && !marks[k]);
    if (i >= 0) marks[i] = true;
  }
  return marks;
}
