/**
 * Checks the draw of a tournament in the page, by WebCrypto: the seal is the SHA-256 of the secret, and
 * the players are sorted by the HMAC-SHA-256 of "tournament|pairs|id" under it.
 */
import { bytes, seal, hex } from '../live/dice.js';

/**
 * @param {string} tournament
 * @param {ParentNode} page where seal and secret stand
 * @param {string} order the ids in the order of the draw
 * @returns {Promise<boolean>} whether secret, seal and order fit
 */
export async function check(tournament, page, order) {
  const of = (/** @type {string} */ name) => page.querySelector(`[${name}]`)?.textContent ?? '';
  const secret = of('data-secret'),
    ids = order.split(' ');
  if ((await seal(secret)) !== of('data-seal')) return false;
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), how, false, ['sign']);
  const lots = await Promise.all(
    ids.map(async (id) => {
      const text = new TextEncoder().encode(`${tournament}|pairs|${id}`);
      return hex(await crypto.subtle.sign('HMAC', key, text));
    }),
  );
  return lots.every((lot, at) => at === 0 || lots[at - 1] < lot);
}
