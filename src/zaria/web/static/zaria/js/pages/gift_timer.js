/** The timer of the gift in the head of a page: counts down, and says when the gift is ready. */

const timer = /** @type {HTMLElement} */ (document.getElementById('gift')),
  [ready, waiting] = [...timer.querySelectorAll('.gift-ready, .gift-left')],
  short = /** @type {HTMLElement} */ (timer.querySelector('.phone-only')),
  at = performance.now() + Number(timer.dataset.left);

/** Write the minutes that are left, rounded up; again when the next of them has passed. */
function show() {
  const minutes = Math.ceil((at - performance.now()) / 60_000);
  if (minutes <= 0) {
    ready.toggleAttribute('hidden', false);
    waiting.toggleAttribute('hidden', true);
    short.hidden = true;
    return;
  }
  const h = Math.floor(minutes / 60),
    text = (h ? timer.dataset.hours : timer.dataset.minutes) ?? '';
  const shown = /** @type {HTMLElement} */ (waiting.querySelector('.gift-time'));
  const { wholeHours = '', minutes: inMinutes = '' } = timer.dataset;
  short.textContent = h
    ? wholeHours.replace('{n}', String(Math.ceil(minutes / 60)))
    : inMinutes.replace('{m}', String(minutes));
  shown.textContent = text.replace('{h}', String(h)).replace('{m}', String(minutes % 60));
  setTimeout(show, at - performance.now() - (minutes - 1) * 60_000 + 50);
}

show();
