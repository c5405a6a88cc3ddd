/** What was agreed on at a table, in a sheet over the lobby. */
import { t } from '../ui/dom.js';

/** The sheet, made at its first use. */
function sheet() {
  const there = document.querySelector('dialog.terms');
  if (there instanceof HTMLDialogElement) return there;
  const el = document.createElement('dialog');
  el.className = 'terms';
  el.setAttribute('aria-label', t('info'));
  el.addEventListener('click', (e) => {
    if (e.target === el) el.close();
  });
  document.body.append(el);
  return el;
}

/** @param {string} id of the match */
export async function show(id) {
  const answer = await fetch(`/t/${id}/terms?part=1`);
  if (!answer.ok) {
    location.assign(`/t/${id}`);
    return;
  }
  const el = sheet();
  el.innerHTML = await answer.text();
  el.querySelector('.shut')?.addEventListener('click', () => el.close());
  if (!el.open) el.showModal();
}
