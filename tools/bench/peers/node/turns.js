/** The game that both peers serve: two checkers a turn on a board of 24 points, and dice for the next turn. */

const POINTS = 24;
const START = [
  [24, 2],
  [13, 5],
  [8, 3],
  [6, 5],
];

/**
 * The board before the first turn: checkers of the first player above 0, of the second below.
 * @returns {number[]}
 */
export function startingBoard() {
  const board = Array(POINTS).fill(0);
  for (const [point, checkers] of START) {
    board[point - 1] += checkers;
    board[POINTS - point] -= checkers;
  }
  return board;
}

/**
 * Whether a player may move these checkers one after the other; dice and hits are not looked at.
 * @param {ArrayLike<number>} board
 * @param {number} side 0 or 1
 * @param {number[]} steps from, to, from, to, in points as this player counts them
 */
export function isAllowed(board, side, steps) {
  const sign = side ? -1 : 1;
  for (let i = 0; i < steps.length; i += 2) {
    if (sign * board[place(side, steps[i])] < 1) return false;
    if (!(sign * board[place(side, steps[i + 1])] >= 0)) return false;
  }
  return steps.length === 4;
}

/**
 * Move the checkers of a turn that is allowed.
 * @param {{ [place: number]: number }} board
 * @param {number} side
 * @param {number[]} steps
 */
export function move(board, side, steps) {
  const sign = side ? -1 : 1;
  for (let i = 0; i < steps.length; i += 2) {
    board[place(side, steps[i])] -= sign;
    board[place(side, steps[i + 1])] += sign;
  }
}

/** The index of a point as a player counts them. */
const place = (side, point) => (side ? POINTS - point : point - 1);
