/** The list of the moves of a study: of a changed chapter only the touched moves are drawn. */

/**
 * What differs in the list: the nodes that are gone, and moves as HTML. One with `after` is new: it
 * continues the line of that node, or is the last variation of it.
 * @typedef {{ removed: number[], drawn: { node: number, html: string, after?: number, is_variation?:
 * boolean }[] }} Edits
 */

/**
 * @param {HTMLElement} list
 * @param {Edits} edits
 */
export function editMoves(list, { removed, drawn }) {
  for (const id of removed) removeMove(moveOf(list, id));
  for (const variation of list.querySelectorAll('.variation'))
    if (!variation.querySelector('a')) variation.remove();
  for (const { node, html, after, is_variation: isVariation } of drawn) {
    const move = moveOf(list, node);
    if (move) {
      move.insertAdjacentHTML('beforebegin', html);
      removeMove(move);
    } else if (after !== undefined) {
      const earlier = moveOf(list, after);
      if (isVariation && earlier) lastOf(earlier).insertAdjacentHTML('afterend', html);
      else (earlier?.parentElement ?? list).insertAdjacentHTML('beforeend', html);
    }
  }
}

/**
 * @param {HTMLElement} list
 * @param {number} id
 */
function moveOf(list, id) {
  return list.querySelector(`a[data-node='${id}']`)?.parentElement;
}

/** @param {Element|null|undefined} move with the comment behind it */
function removeMove(move) {
  const comment = move?.nextElementSibling;
  if (comment?.matches('.comment')) comment.remove();
  move?.remove();
}

/** @param {Element} move after which its comment and its variations stand */
function lastOf(move) {
  let last = move;
  while (last.nextElementSibling?.matches('.comment, .variation')) last = last.nextElementSibling;
  return last;
}
