/**
 * A match of a tournament, or on agreed terms, that is ready: it opens, unless the reader is busy
 * with the page. Then the line of `#waiting` says that it is ready, and how much time is left.
 */
/** Pages that are never left on their own: limits, payments, reports, requests. */
const CAREFUL = /^\/(me\/limits|top-up|report|support)(\/|$)/;

/** Fields in which something is written; all fields of a posted form count. */
const WRITTEN = 'textarea, input:not([type]), input:is([type=text], [type=email], [type=number])';

let isTouched = false;

/** @param {Event} e */
function touch(e) {
  const field = /** @type {Element} */ (e.target);
  if (field.matches(WRITTEN) || field.closest('form[method=post]')) isTouched = true;
}

/** Remember from now on whether a field was touched; a form that was sent is finished. */
export function watchFields() {
  document.addEventListener('input', touch);
  document.addEventListener('submit', () => {
    isTouched = false;
  });
}

/** Whether the reader would lose something, or is not looking at this tab. */
const isBusy = () => isTouched || CAREFUL.test(location.pathname) || document.hidden;

/**
 * @param {{m: string}} message
 * @returns {boolean} whether the page is left for the match
 */
export function openMatch({ m }) {
  if (isBusy()) return false;
  location.assign(`/t/${m}`);
  return true;
}
