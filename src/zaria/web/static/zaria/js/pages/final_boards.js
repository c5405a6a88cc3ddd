/** The last positions of matches that are over: each board is filled when it comes into sight. */
import { checkers, pieces } from '../ui/small_board.js';

const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) {
      sight.unobserve(target);
      void fill(/** @type {HTMLElement} */ (target));
    }
});

/** @param {HTMLElement} item */
async function fill(item) {
  const men = item.querySelector('.men');
  try {
    const answer = await fetch(`/t/${item.dataset.final}/board.json`);
    if (!answer.ok || !men) return;
    /** @type {View} */
    const view = await answer.json();
    men.innerHTML = view.squares ? pieces(view, view.squares) : checkers(view);
  } catch {
    // the board stays empty; the score beside it tells how it ended
  }
}

for (const item of document.querySelectorAll('[data-final]')) sight.observe(item);
