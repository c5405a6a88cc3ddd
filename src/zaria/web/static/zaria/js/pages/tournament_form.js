/**
 * The form of a tournament: the browser's time zone, the fields of another game at once, and the
 * summary as it is typed. Without it the page has buttons for the same.
 */
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('tournament')),
  summary = document.getElementById('summary');
const PAUSE_MS = 400;

for (const field of document.querySelectorAll('input[data-zone]'))
  if (field instanceof HTMLInputElement && field.value === 'UTC') inOwnZone(field);

/**
 * Have a form of times in UTC use the zone of the browser.
 * @param {HTMLInputElement} zone
 */
function inOwnZone(zone) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  for (const field of zone.form?.querySelectorAll('input[data-utc]') ?? [])
    if (field instanceof HTMLInputElement) {
      const moment = new Date(Number(field.dataset.utc));
      moment.setMinutes(moment.getMinutes() - moment.getTimezoneOffset());
      field.value = moment.toISOString().slice(0, 16);
    }
}

let typed = 0,
  requests = 0,
  isOld = false;

/** Show the summary of the form as it is now; the last answer counts. */
async function summarise() {
  if (!form || !summary) return;
  const number = ++requests,
    body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  body.set('act', 'summary');
  body.delete('once'); // nothing is stored
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => null);
  if (!answer?.ok || number !== requests) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (number !== requests) return;
  summary.replaceChildren(...fresh.body.childNodes);
  isOld = false;
}

form?.addEventListener('input', () => {
  clearTimeout(typed);
  isOld = true;
  requests++; // an answer on its way is about the form before
  typed = window.setTimeout(() => void summarise(), PAUSE_MS);
});
// a tap on Announce within the pause waits for the summary of what is announced, and shows it
form?.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (!isOld || !(button instanceof HTMLButtonElement) || button.value !== 'announce') return;
  event.preventDefault();
  clearTimeout(typed);
  void summarise().then(() => {
    isOld = false;
    form.requestSubmit(button);
  });
});
form?.addEventListener('change', (event) => {
  const field = event.target;
  const change = form.querySelector('[name=act][value=change]');
  if (field instanceof HTMLSelectElement && field.name === 'game' && change instanceof HTMLElement)
    change.click();
});
void summarise();
document.documentElement.dataset.ready = '1';

export {};
