/** The balance in the head of the page and in the menu: it follows what the server sends. */
import { sum } from '../ui/amounts.js';

/**
 * Draw a balance; amounts have two decimals and a point, "995.00".
 * @param {{available: string, held: string}} message
 */
export function showBalance({ available, held }) {
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
