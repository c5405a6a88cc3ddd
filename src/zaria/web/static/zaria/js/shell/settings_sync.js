/**
 * A member's changes on their way to the server, for their other devices: a while after the last of
 * them, or when the page is left. What does not arrive stays on this device, and is sent from its
 * next page.
 */

/** @typedef {import('./settings.js').Later} Later */

const CALM = 700; // ms without another change
/** @type {number|undefined} */
let timer;
/** @type {() => void} */
let send = () => {};

/**
 * @param {() => Later|null} readChanges
 * @param {(was: Later, at: number) => void} done called when the server has stored it, and by its
 * clock when
 */
export function schedule(readChanges, done) {
  send = () => {
    clearTimeout(timer);
    timer = undefined;
    const was = readChanges();
    if (was)
      post(was.set).then(
        (at) => done(was, at),
        () => {},
      );
  };
  clearTimeout(timer);
  timer = setTimeout(send, CALM);
}

addEventListener('pagehide', () => {
  if (timer !== undefined) send();
});

/**
 * @param {import('./settings.js').Some} set
 * @returns {Promise<number>}
 */
async function post(set) {
  const token =
    /** @type {HTMLInputElement|null} */ (document.querySelector('[name=csrfmiddlewaretoken]'))
      ?.value ?? '';
  const answer = await fetch('/me/settings', {
    method: 'POST',
    keepalive: true,
    headers: { 'X-CSRFToken': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(set),
  });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).at;
}
