/**
 * Checks the draw of a tournament in the page, by WebCrypto: the seal is the SHA-256 of the secret, the key
 * follows from the secret and from the nonces of the players, and the players are sorted by the HMAC-SHA-256 of
 * "tournament|pairs|id" under the key.
 */
import { bytes, seal, hex } from '../live/dice.js';

const HOW = { name: 'HMAC', hash: 'SHA-256' };

/**
 * @param {BufferSource} key
 * @param {string} text
 */
async function hmac(key, text) {
  const imported = await crypto.subtle.importKey('raw', key, HOW, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
}

/**
 * @param {string} tournament
 * @param {ParentNode} page where seal and secret stand
 * @param {string} drawn the players in the order of the draw: "id:nonce id:nonce"
 * @returns {Promise<boolean>} whether secret, seal and order fit
 */
export async function check(tournament, page, drawn) {
  const of = (/** @type {string} */ name) => page.querySelector(`[${name}]`)?.textContent ?? '';
  const secret = of('data-secret'),
    pairs = drawn.split(' ');
  if ((await seal(secret)) !== of('data-seal')) return false;
  const ids = pairs.map((pair) => pair.slice(0, pair.lastIndexOf(':')));
  const inOrderOfIds = ids.map((id, at) => [id, pairs[at]]).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${tournament}|nonces|${inOrderOfIds.map(([, pair]) => pair).join('|')}`;
  /** @type {BufferSource} */
  let key = bytes(secret);
  if (pairs.some((pair) => !pair.endsWith(':'))) key = await hmac(key, text);
  const lots = await Promise.all(
    ids.map(async (id) => hex(await hmac(key, `${tournament}|pairs|${id}`))),
  );
  return lots.every((lot, at) => at === 0 || lots[at - 1] < lot);
}
