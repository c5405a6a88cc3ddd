/** The nonces of forms: each intended submission has its own, a repeat of one has the same. */
import { randomHex } from './socket.js';

const FIELD = 'once';

/**
 * Give a form a new nonce, because its next submission is another one.
 * @param {ParentNode} parent a form, or a page
 */
function renewNonces(parent) {
  for (const field of parent.querySelectorAll(`input[name=${FIELD}]`))
    /** @type {HTMLInputElement} */ (field).value = newNonce();
}

/** A nonce for a form that a script builds. */
export const newNonce = () => randomHex(12);

/** A page to which the visitor returns shows forms that may have been sent. */
addEventListener('pageshow', ({ persisted }) => {
  const [navigation] = performance.getEntriesByType('navigation');
  if (persisted || /** @type {any} */ (navigation)?.type === 'back_forward') renewNonces(document);
});
