/** The page of an import: asks for itself again as long as files are read, and shows how far that is. */

const shown = /** @type {HTMLElement} */ (document.getElementById('progress'));

/** Ask after the seconds that the page names, as long as it names some. */
function wait() {
  const seconds = Number(shown.dataset.refresh);
  if (seconds) setTimeout(() => void ask(), seconds * 1000);
}

async function ask() {
  const answer = await fetch(location.href).catch(() => null),
    page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : '', 'text/html'),
    fresh = page.getElementById('progress');
  if (fresh) {
    shown.dataset.refresh = fresh.dataset.refresh ?? '';
    // what has the focus stays, and what is the same is not read aloud again
    if (fresh.textContent !== shown.textContent && !shown.contains(document.activeElement))
      shown.replaceChildren(...fresh.childNodes);
  }
  wait();
}

wait();

export {};
