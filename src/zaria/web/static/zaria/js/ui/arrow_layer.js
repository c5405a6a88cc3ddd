/** The layer over a board on which pages draw arrows. */

/**
 * A layer for arrows over a board.
 * @param {Element} board
 */
export function layOver(board) {
  const over = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  over.classList.add('ways');
  over.setAttribute('aria-hidden', 'true');
  board.append(over);
  return over;
}
