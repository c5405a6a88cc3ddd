/**
 * What a player agrees to in advance at a table by the day: a sheet whose form comes from the server, and is sent
 * without leaving the table.
 */
import { byId } from '../ui/dom.js';
import { ENOUGH, whenLoaded } from '../ui/imports.js';
import { dialog } from '../shell/dialog.js';

const button = byId('in-advance'),
  { address = '', away = '' } = button.dataset,
  editor = whenLoaded(() => import('./agreed_lines.js'));

/**
 * Ask for the sheet, or send its form; the answer is its new inside.
 * @param {HTMLElement} inside
 * @param {URLSearchParams} [body]
 */
async function load(inside, body) {
  try {
    const answer = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      signal: AbortSignal.timeout(ENOUGH),
    });
    if (![200, 404, 422].includes(answer.status)) throw new Error(answer.statusText);
    inside.innerHTML = await answer.text();
  } catch {
    const alert = inside.querySelector('.alert') ?? document.createElement('p');
    alert.className = 'alert';
    alert.setAttribute('role', 'alert');
    alert.textContent = away;
    inside.prepend(alert);
    return;
  }
  const form = inside.querySelector('form');
  if (form?.querySelector('.agreed-editor')) void editor((m) => m.follow(form));
}

button.addEventListener('click', async () => {
  const { el, title, inside } = await dialog('in-advance', button.title);
  title.textContent = button.title;
  inside.onsubmit = async (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const data = new FormData(form, /** @type {SubmitEvent} */ (e).submitter);
    form.inert = true;
    await load(inside, new URLSearchParams(/** @type {any} */ (data)));
    form.inert = false;
    inside.focus();
    inside.scrollTop = 0;
  };
  if (!el.open) el.showModal();
  await load(inside);
});
