/** Random names. */

/**
 * A name that nobody can guess.
 * @param {number} bytes
 */
export const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('');
