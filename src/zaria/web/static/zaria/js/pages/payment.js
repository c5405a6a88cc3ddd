/** The page of a payment that is awaited: asks for itself again, and shows what has become of the payment. */

const shown = /** @type {HTMLElement} */ (document.querySelector('.payment'));

/** Ask after the seconds that the page names, as long as it names some. */
function wait() {
  const seconds = Number(shown.dataset.refresh);
  if (seconds) setTimeout(() => void ask(), seconds * 1000);
}

async function ask() {
  const answer = await fetch(location.href).catch(() => null),
    page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : '', 'text/html'),
    fresh = /** @type {HTMLElement | null} */ (page.querySelector('.payment'));
  if (fresh) show(fresh);
  wait();
}

/**
 * Show the payment as another answer has it. What is the same is left alone: it would be read aloud again.
 * @param {HTMLElement} fresh
 */
function show(fresh) {
  shown.dataset.refresh = fresh.dataset.refresh ?? '';
  if (fresh.textContent !== shown.textContent) shown.replaceChildren(...fresh.childNodes);
}

wait();

export {};
