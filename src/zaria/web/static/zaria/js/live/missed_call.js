/**
 * A table that was cleared because its player did not come in time, or nobody did: a line above the
 * page says so, with the next step. The server draws it.
 */
import { keep, recall } from './storage.js';

const KEPT = 'zaria.missed',
  SLOW = 15_000;

/** @typedef {import('../protocol.js').CallMissed} CallMissed */

/**
 * The page of the table has said it.
 * @param {CallMissed} message
 */
export const note = ({ m }) => keep(KEPT, m);

/**
 * Say it once on this device: the server repeats it to each page of the next minutes.
 * @param {CallMissed} message
 * @param {(line: HTMLElement) => void} insert
 */
export async function show(message, insert) {
  if (recall(KEPT) === message.m) return;
  note(message);
  const { m: id, late } = message,
    opponent = message.match?.opponent.name ?? '',
    query = late && !message.match?.open ? '' : '?own=yes';
  const signal = AbortSignal.timeout(SLOW),
    answer = await fetch(`/t/${id}/missed${query}`, { signal }).catch(() => null);
  if (!answer?.ok) {
    keep(KEPT, ''); // the next page says it
    return;
  }
  const line = document.createElement('section');
  line.className = 'tournament-call missed-call';
  line.setAttribute('role', 'status');
  line.innerHTML = await answer.text();
  const title = /** @type {HTMLElement} */ (line.querySelector('b')),
    absent = opponent ? 'absent' : 'nobody';
  const words = title.dataset[late ? 'late' : absent] ?? '';
  title.textContent = words.replace('{name}', () => opponent);
  line.querySelector('button')?.addEventListener('click', () => line.remove());
  line.querySelector('a')?.addEventListener('click', () => line.remove());
  insert(line);
}
