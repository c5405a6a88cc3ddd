/** Bearing off by itself, at the end of a race. Fetched when one is. */
import { landing } from './steps.js';

/**
 * The way that bears off most checkers and then leaves fewest gaps: for the end of a race.
 * @param {Tree} tree
 * @param {number} node
 * @param {readonly number[]} checkers
 * @returns {Move[]}
 */
export function clear(tree, node, checkers) {
  /** @type {Map<number, {worth: number, way: Move[]}>} */
  const seen = new Map();
  /**
   * @param {number} at
   * @param {readonly number[]} now
   * @returns {{worth: number, way: Move[]}}
   */
  const best = (at, now) => {
    const cached = seen.get(at);
    if (cached) return cached;
    let top = {
      worth: now[0] * 100 + now.filter((n, p) => p > 0 && n > 0).length,
      way: /** @type {Move[]} */ ([]),
    };
    if (tree[at].length) top = { worth: -1, way: [] };
    for (const [src, die, next] of tree[at]) {
      const then = [...now];
      then[src]--;
      then[landing([src, die])]++;
      const following = best(next, then);
      if (following.worth > top.worth)
        top = { worth: following.worth, way: [[src, die], ...following.way] };
    }
    seen.set(at, top);
    return top;
  };
  return best(node, checkers).way;
}
