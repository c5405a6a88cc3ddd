/** A move on squares that is tried on the board of a replay; nothing is sent. */
import { pieces } from '../squares/geometry.js';
import { along, boardAfter, captured, choose, parseRoutes, targets } from '../squares/moves.js';

/** @typedef {import('./attempt.js').Ways} Ways */
/** @typedef {import('../squares/moves.js').Route} Route */

export class SquaresAttempt {
  /**
   * @param {string} board before the move
   * @param {Ways} ways
   * @param {import('../squares/geometry.js').Grid} grid
   * @param {() => void} changed
   */
  constructor(board, ways, grid, changed) {
    this.base = pieces(board);
    this.size = grid.size;
    this.changed = changed;
    this.routes = parseRoutes(grid, ways.ways, this.base);
    /**
     * the squares that were chosen so far
     * @type {readonly number[]}
     */
    this.chosen = [];
    /** @type {Route|null} */
    this.whole = null;
  }

  /** What stands where. */
  get at() {
    return this.whole
      ? boardAfter(this.base, this.whole, this.size)
      : along(this.base, this.chosen);
  }

  /** What the piece has taken so far. */
  get taken() {
    return this.whole ? [] : captured(this.routes, this.chosen);
  }

  /** The move as the server takes it, "" while it is not whole. */
  get query() {
    return this.whole ? `move=${encodeURIComponent(this.whole.move)}` : '';
  }

  get undoable() {
    return this.whole !== null || this.chosen.length > 1;
  }

  undo() {
    if (this.whole) this.whole = null;
    this.chosen = this.chosen.slice(0, -1);
    this.changed();
  }

  reset() {
    this.whole = null;
    this.chosen = [];
    this.changed();
  }

  sources() {
    if (this.whole) return new Set();
    const last = this.chosen.at(-1);
    return new Set(
      this.chosen.length > 1 && last !== undefined
        ? [last]
        : this.routes.map(({ path }) => path[0]),
    );
  }

  targets() {
    return this.whole ? new Map() : targets(this.routes, this.chosen);
  }

  /** @param {number} at */
  pick(at) {
    if (this.chosen.length < 2) this.chosen = [at];
    this.changed();
  }

  /** @param {number} at */
  tap(at) {
    if (this.targets().has(at)) this.go(at);
    else if (this.chosen.length < 2 && !this.whole) {
      this.chosen = this.sources().has(at) && this.chosen[0] !== at ? [at] : [];
      this.changed();
    }
  }

  /**
   * On to a square. A piece that may become several things becomes the strongest.
   * @param {number} at
   */
  go(at) {
    const choice = choose(this.routes, this.chosen, at);
    if (!choice) return;
    this.whole =
      choice.routes.find(({ becomes }) => becomes.toLowerCase() === 'q') ??
      choice.routes[0] ??
      null;
    if (!this.whole) this.chosen = choice.chosen;
    this.changed();
  }

  clear() {
    if (this.chosen.length > 1 || this.whole) return;
    this.chosen = [];
    this.changed();
  }
}
