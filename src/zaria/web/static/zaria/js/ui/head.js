/** What the head of the page and its menu show of a member: it follows what the server sends. */
import { sum } from './dom.js';

/** @param {FromServer} message */
export function show(message) {
  if (message.t === 'credits') showBalance(message);
  else if (message.t === 'unread') showUnread(message);
  else if (message.t === 'waits') showWaits(message.n);
}

/** @param {number} n the tables by the day that wait for the member */
function showWaits(n) {
  for (const el of document.querySelectorAll('[data-own-turns]')) {
    el.textContent = String(n);
    el.toggleAttribute('hidden', !n);
    el.closest('[data-waiting]')?.toggleAttribute('hidden', !n);
  }
}

/**
 * Each element names what it counts: messages, notices, or both.
 * @param {FromServer & {t: 'unread'}} message
 */
function showUnread(message) {
  for (const el of document.querySelectorAll('[data-unread]')) {
    const names = /** @type {('messages'|'notices')[]} */ (
        el.getAttribute('data-unread')?.split(' ')
      ),
      n = names.reduce((sum, name) => sum + message[name], 0);
    el.textContent = String(n);
    el.toggleAttribute('hidden', !n);
  }
}

/**
 * Draw a balance; amounts have two decimals and a point, "995.00".
 * @param {{available: string, held: string}} message
 */
function showBalance({ available, held }) {
  for (const [name, amount] of Object.entries({ available, held })) {
    const text = sum(Math.round(Number(amount) * 100));
    for (const el of document.querySelectorAll(`[data-balance="${name}"]`)) {
      el.textContent = text;
      if (name !== 'held') continue;
      el.closest('small')?.toggleAttribute('hidden', !Number(amount));
      const chip = /** @type {HTMLElement|null} */ (el.closest('.balance'));
      if (chip) chip.title = `${chip.querySelector('small .sr')?.textContent ?? ''}: ${text}`;
    }
  }
}
