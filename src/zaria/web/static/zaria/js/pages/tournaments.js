/** The lists of tournaments, and the forms of entry: moments in the reader's time, and their part of the draw. */
import { randomHex } from '../live/socket.js';
import { keepTimes, showTimes } from '../ui/times.js';

const NONCE_BYTES = 16;

keepTimes();
for (const field of document.querySelectorAll('input[name=draw_nonce]'))
  /** @type {HTMLInputElement} */ (field).value = randomHex(NONCE_BYTES);

/** The server groups a list by days in UTC; here a day begins at the reader's midnight. */
for (const list of document.querySelectorAll('.tournament-days')) {
  const [heading] = list.querySelectorAll('.tournament-day');
  for (const old of list.querySelectorAll('.tournament-day')) old.remove();
  let lastDay = '';
  for (const line of list.querySelectorAll('.tournament-line')) {
    const at = new Date(Number(line.getAttribute('data-at'))),
      day = at.toDateString();
    if (day !== lastDay && heading) {
      const fresh = /** @type {Element} */ (heading.cloneNode(true));
      fresh.querySelector('time')?.setAttribute('datetime', at.toISOString());
      line.before(fresh);
    }
    lastDay = day;
  }
  showTimes(list);
}
