/** A turn with dice that is tried on the board of a replay; nothing is sent. */
import { opposite } from '../tables/geometry.js';
import * as turns from '../tables/steps.js';

/** @typedef {import('./attempt.js').Ways} Ways */

export class DiceAttempt {
  /**
   * @param {{ men: [number[], number[]], pins?: [number[], number[]], dice?: number[] }} frame
   * before the turn
   * @param {Ways} ways
   * @param {Kind} kind
   * @param {() => void} changed
   */
  constructor(frame, ways, kind, changed) {
    const { side } = ways,
      [moverCheckers, opponentCheckers] = [frame.men[side], frame.men[1 - side]],
      pins = frame.pins ?? [[], []];
    this.kind = kind;
    this.changed = changed;
    this.tree = /** @type {Tree} */ (turns.treeOf(ways.tree ?? null, ways.effects));
    /** @type {Placement} */
    this.base = { checkers: [moverCheckers, opponentCheckers], pins: [pins[side], pins[1 - side]] };
    this.dice = [...(frame.dice ?? [])];
    /**
     * the steps of each gesture
     * @type {Move[][]}
     */
    this.path = [];
  }

  get moves() {
    return this.path.flat();
  }

  get edges() {
    return turns.path(this.tree, 0, this.moves) ?? [];
  }

  get node() {
    return this.edges.at(-1)?.[2] ?? 0;
  }

  /** Where the checkers are after what was tried. */
  get at() {
    return turns.playAll(this.base, this.edges, this.kind);
  }

  get used() {
    return turns.used(this.dice, this.moves);
  }

  /** The whole turn as the server takes it, "" while it is not whole. */
  get query() {
    return this.tree[this.node].length || !this.path.length
      ? ''
      : `moves=${this.moves.map(([from, die]) => `${from}-${die}`).join()}`;
  }

  get undoable() {
    return this.path.length > 0;
  }

  undo() {
    this.path.pop();
    this.changed();
  }

  reset() {
    this.path = [];
    this.changed();
  }

  sources() {
    return turns.sources(this.tree, this.node);
  }

  /** @param {number} from */
  targets(from) {
    const { used } = this,
      lead = this.dice.find((_, k) => !used[k]) ?? 0;
    if (!this.sources().has(from)) return new Map();
    return turns.targets(this.tree, this.node, from, lead, this.kind.hand);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    const way = this.targets(from).get(to);
    if (!way) return;
    this.path.push(way);
    this.changed();
  }

  /**
   * A checker that is tapped twice goes by the leading die, if it may.
   * @param {number} from
   */
  twice(from) {
    const [to] = this.targets(from).keys();
    if (to !== undefined) this.move(from, to);
  }

  /** Let the other die lead. */
  swap() {
    if (this.path.length || new Set(this.dice).size < 2) return;
    this.dice.reverse();
    this.changed();
  }

  /** The last gesture as one flight: for dragging it back. */
  back() {
    const last = this.path.at(-1),
      to = last ? turns.landing(/** @type {Move} */ (last.at(-1)), this.kind.hand) : 0;
    return last && to ? { from: to, to: last[0][0] } : null;
  }

  /**
   * How many checkers stand on a point, the mover's first.
   * @param {number} point in the mover's numbers
   */
  count(point) {
    const { checkers } = this.at,
      there = point > 0 && point < 25 ? opposite(point, this.kind.parallel) : point;
    return [checkers[0][point], checkers[1][there]];
  }
}
