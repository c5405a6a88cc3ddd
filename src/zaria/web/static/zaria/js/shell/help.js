/** Keys and gestures at the table, in a sheet: this table's part of the page `/help`. */
import { t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { dialog } from './dialog.js';

/** @param {View} v */
export async function show(v) {
  const { el, title, inside } = await dialog('help', t('help'));
  title.textContent = t('help');
  if (!el.open) el.showModal();
  const query = new URLSearchParams({ table: v.family });
  if (v.cube_on) query.append('has', 'cube');
  if (v.training) query.append('has', 'training');
  if (document.getElementById('by-day')) query.append('has', 'by_day');
  try {
    const answer = await fetch(`/help?${query}`, { signal: AbortSignal.timeout(ENOUGH) });
    if (!answer.ok) throw new Error(answer.statusText);
    inside.innerHTML = await answer.text();
  } catch {
    if (!inside.childElementCount) inside.textContent = t('help_away');
  }
}
