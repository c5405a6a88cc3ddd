/** The lists of tournaments, and the forms of entry: moments in the reader's time, and their part of the draw. */
import { randomHex } from '../live/socket.js';
import { keepTimes } from '../ui/times.js';

const NONCE_BYTES = 16;

keepTimes();
for (const field of document.querySelectorAll('input[name=draw_nonce]'))
  /** @type {HTMLInputElement} */ (field).value = randomHex(NONCE_BYTES);
