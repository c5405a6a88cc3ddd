/** The reminder of the time played for stakes, above a table: it is closed without leaving the table. */
import { ENOUGH } from '../ui/imports.js';
import { say } from './announcer.js';

/**
 * Milliseconds for which the row keeps its height after it was closed: a second tap of the same finger must not
 * meet what moves into its place.
 */
const STILL = 400;

const form = /** @type {HTMLFormElement} */ (document.querySelector('form.play-time'));
// a live region that came with the page is not announced
say(form.querySelector('span')?.textContent?.trim() ?? '');
form.addEventListener('submit', async (e) => {
  e.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  form.inert = true;
  try {
    const { type } = await fetch(form.action, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ENOUGH),
    });
    if (type !== 'opaqueredirect') throw new Error(type);
    form.style.visibility = 'hidden';
    setTimeout(() => form.remove(), STILL);
  } catch {
    form.submit();
  }
});
