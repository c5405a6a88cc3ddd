/** The last positions of matches that are over: each board is filled when it comes into sight. */
import { men } from '../ui/small_board.js';

const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) {
      sight.unobserve(target);
      void fill(/** @type {HTMLElement} */ (target));
    }
});

/** @param {HTMLElement} item */
async function fill(item) {
  const board = item.querySelector('.men');
  try {
    const answer = await fetch(`/t/${item.dataset.final}/board.json`);
    if (!answer.ok || !board) return;
    /** @type {View} */
    const view = await answer.json();
    board.innerHTML = men(view);
  } catch {
    // the board stays empty; the score beside it tells how it ended
  }
}

for (const item of document.querySelectorAll('[data-final]')) sight.observe(item);
