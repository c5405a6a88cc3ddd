/** The legal steps of a roll, as the server sends them: a graph whose node is a list of edges
 *  (source, die, next node). Node 0 is the start, a node without edges a finished turn. Pure functions.
 *  @typedef {readonly (readonly (readonly [src: number, die: number, next: number])[])[]} Tree
 *  @typedef {import('../board/mechanics.js').Move} Move
 */
import { landing } from '../board/mechanics.js';

/** The node reached by `moves`, -1 when they leave the tree. @param {Tree} tree @param {readonly Move[]} moves */
export function walk(tree, moves) {
  let node = 0;
  for (const [src, die] of moves) {
    const edge = tree[node].find((e) => e[0] === src && e[1] === die);
    if (!edge) return -1;
    node = edge[2];
  }
  return node;
}

/** @param {Tree} tree @param {number} node */
export const sources = (tree, node) => new Set(tree[node]?.map((e) => e[0]));

/** Where the checker on `src` may go, with the shortest way there; `lead` is the die preferred.
 *  @param {Tree} tree @param {number} node @param {number} src @param {number} lead @returns {Map<number, Move[]>} */
export function targets(tree, node, src, lead) {
  /** @type {Map<number, Move[]>} */ const found = new Map();
  /** @type {{node: number, at: number, way: Move[]}[]} */ let front = [{ node, at: src, way: [] }];
  while (front.length) {
    /** @type {typeof front} */ const next = [];
    for (const { node: here, at, way } of front) {
      const edges = tree[here].filter((e) => e[0] === at).sort((a, b) => Number(b[1] === lead) - Number(a[1] === lead));
      for (const [from, die, to] of edges) {
        /** @type {Move} */ const move = [from, die];
        const dst = landing(move), longer = [...way, move];
        if (!found.has(dst)) found.set(dst, longer);
        if (dst) next.push({ node: to, at: dst, way: longer });
      }
    }
    front = next;
  }
  return found;
}

/** The only step possible, if there is just one. @param {Tree} tree @param {number} node @returns {Move|null} */
export function only(tree, node) {
  const edges = tree[node] ?? [];
  return edges.length === 1 ? [edges[0][0], edges[0][1]] : null;
}

/** The way that bears off most checkers and then leaves fewest gaps: for the end of a race.
 *  @param {Tree} tree @param {number} node @param {readonly number[]} men @returns {Move[]} */
export function clear(tree, node, men) {
  /** @type {Map<number, {worth: number, way: Move[]}>} */ const seen = new Map();
  /** @param {number} at @param {readonly number[]} now @returns {{worth: number, way: Move[]}} */
  const best = (at, now) => {
    const known = seen.get(at);
    if (known) return known;
    let top = { worth: now[0] * 100 + now.filter((n, p) => p > 0 && n > 0).length, way: /** @type {Move[]} */ ([]) };
    if (tree[at].length) top = { worth: -1, way: [] };
    for (const [src, die, next] of tree[at]) {
      const then = [...now];
      then[src]--;
      then[landing([src, die])]++;
      const rest = best(next, then);
      if (rest.worth > top.worth) top = { worth: rest.worth, way: [[src, die], ...rest.way] };
    }
    seen.set(at, top);
    return top;
  };
  return best(node, men).way;
}

/** Which of the dice the moves have used. @param {readonly number[]} dice @param {readonly Move[]} moves */
export function used(dice, moves) {
  const marks = dice.map(() => false);
  for (const [, die] of moves) {
    const i = dice.findIndex((d, k) => d === die && !marks[k]);
    if (i >= 0) marks[i] = true;
  }
  return marks;
}
