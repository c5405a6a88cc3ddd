/** The number of tables that wait for the reader, on the icon of the installed club. */

/**
 * Show the number; nothing is shown for 0, and nothing happens where icons have no badges.
 * @param {number} n
 */
async function showBadge(n) {
  try {
    await (n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.());
  } catch {
    // a browser may refuse it to a club that is not installed
  }
}

/** Follow the number in the head of the page; a page without it is of nobody for whom tables wait. */
export function follow() {
  const counter = document.querySelector('[data-own-turns]'),
    show = () => void showBadge(Number(counter?.textContent ?? 0));
  show();
  if (counter)
    new MutationObserver(show).observe(counter, {
      childList: true,
      characterData: true,
      subtree: true,
    });
}
