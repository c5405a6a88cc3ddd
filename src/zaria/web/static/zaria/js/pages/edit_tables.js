/** A position of a game with dice that a reader puts together, without rules: the server knows them. */
import { opposite } from '../tables/geometry.js';

const BAR = 25;

/**
 * @typedef {{ men: [number[], number[]], pins: [number[], number[]], pips: [number, number], dice:
 * number[], turn: number }} Standing
 */

/** Pairs are light and dark, points in each side's own numbers. */
export class TablesEdit {
  /**
   * @param {{ men: [number[], number[]], pins?: [number[], number[]], dice?: number[], turn: number
   * }} frame where it begins
   * @param {Kind & { pins?: boolean }} kind
   */
  constructor(frame, kind) {
    this.kind = kind;
    /** @type {[number[], number[]]} */
    this.men = [[...frame.men[0]], [...frame.men[1]]];
    /** @type {[number[], number[]]} */
    this.pins = [[...(frame.pins?.[0] ?? [])], [...(frame.pins?.[1] ?? [])]];
    this.turn = frame.turn;
    this.dice = [...new Set(frame.dice ?? [])];
    if (this.dice.length === 1) this.dice = [this.dice[0], this.dice[0]];
  }

  /** What a tap can place. */
  get tools() {
    return ['light', 'dark', ''];
  }

  /** The name of the place beside the points: the bar, or the hand. */
  get beside() {
    return this.kind.hand ? 'hand' : 'bar';
  }

  /**
   * A point of a side in the other's numbers.
   * @param {number} point
   */
  across(point) {
    return opposite(point, this.kind.parallel);
  }

  /**
   * Place a checker on a point, or take one away; true if something changed.
   * @param {number} point in light's numbers
   * @param {string} tool
   */
  place(point, tool) {
    if (point < 1 || point > 24) return false;
    if (!tool) return this.take(point);
    const side = tool === 'dark' ? 1 : 0,
      ownPoint = side ? this.across(point) : point,
      met = side ? point : this.across(point),
      opponent = this.men[1 - side];
    const stock = this.stock(side);
    if (stock < 0) return false;
    if (opponent[met] === 1 && this.kind.pins && !this.pins[side].includes(ownPoint)) {
      if (!this.pins[1 - side].includes(met)) this.pins[1 - side].push(met);
    } else if (opponent[met]) {
      opponent[0] += opponent[met];
      opponent[met] = 0;
      this.free(side, ownPoint);
    }
    this.men[side][stock]--;
    this.men[side][ownPoint]++;
    return true;
  }

  /**
   * Where a checker to be placed comes from: those that are off, then those in hand; -1 for nowhere.
   * @param {number} side
   */
  stock(side) {
    if (this.men[side][0]) return 0;
    return this.kind.hand && this.men[side][BAR] ? BAR : -1;
  }

  /**
   * Place a dragged checker on a point or the bar; true if it could be.
   * @param {number} point in light's numbers, or the bar
   * @param {string} tool
   */
  put(point, tool) {
    if (point !== BAR) return this.place(point, tool);
    const side = tool === 'dark' ? 1 : 0;
    if (!this.men[side][0]) return false;
    this.aside(side, 1);
    return true;
  }

  /**
   * The side of the uppermost checker on a point, or of the bar's; "" for none.
   * @param {number} point in light's numbers, or the bar
   */
  top(point) {
    const side = this.uppermost(point);
    return side < 0 ? '' : this.tools[side];
  }

  /**
   * The side whose checker lies uppermost; -1 for neither.
   * @param {number} point in light's numbers, or the bar
   */
  uppermost(point) {
    const places = [point, this.across(point)];
    return [0, 1].findIndex(
      (side) => this.men[side][places[side]] && !this.pins[side].includes(places[side]),
    );
  }

  /**
   * Take the uppermost checker off a point or the bar.
   * @param {number} point in light's numbers, or the bar
   */
  take(point) {
    const side = this.uppermost(point);
    if (side < 0) return false;
    const ownPoint = side ? this.across(point) : point;
    this.men[side][ownPoint]--;
    this.men[side][0]++;
    if (!this.men[side][ownPoint]) this.free(1 - side, side ? point : this.across(point));
    return true;
  }

  /**
   * A checker is pinned no more.
   * @param {number} side
   * @param {number} point
   */
  free(side, point) {
    this.pins[side] = this.pins[side].filter((pinned) => pinned !== point);
  }

  /**
   * More or fewer checkers of a side on the bar, or in hand.
   * @param {number} side
   * @param {1|-1} by
   */
  aside(side, by) {
    const men = this.men[side];
    if (men[by > 0 ? 0 : BAR] < 1) return;
    men[BAR] += by;
    men[0] -= by;
  }

  clear() {
    for (const side of [0, 1]) {
      const all = this.men[side].reduce((sum, count) => sum + count, 0);
      this.men[side].fill(0);
      this.men[side][this.kind.hand ? BAR : 0] = all;
      this.pins[side] = [];
    }
    this.dice = [];
  }

  /** @returns {Standing} what the board shows */
  get frame() {
    const pips = (/** @type {number} */ side) =>
      this.men[side].reduce((sum, count, point) => sum + count * point, 0);
    const [first, second] = this.dice;
    return {
      men: [[...this.men[0]], [...this.men[1]]],
      pins: [[...this.pins[0]], [...this.pins[1]]],
      pips: [pips(0), pips(1)],
      dice: first && first === second ? Array(4).fill(first) : this.dice,
      turn: this.turn,
    };
  }

  /** The query of its address. */
  get query() {
    const side = (/** @type {number} */ side) =>
      this.men[side]
        .map((count, point) => ({ count, point }))
        .filter(({ count, point }) => count && point)
        .reverse()
        .map(({ count, point }) => {
          const name = point === BAR ? this.beside : point;
          return `${name}:${count}${this.pins[side].includes(point) ? '^' : ''}`;
        })
        .join();
    const { dice } = this.frame,
      due = dice.length ? `;due=${[...dice].sort((a, b) => b - a).join('')}` : '';
    const text = `X=${side(this.turn)};O=${side(1 - this.turn)}${due}`;
    return { p: text, side: String(this.turn) };
  }
}
