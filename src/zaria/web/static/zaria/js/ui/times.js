/** Moments in the reader's own time: `<time data-time>` of the server is written anew. */

import { dateLocale } from './date_locale.js';

const UNITS = /** @type {const} */ ([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]);
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const PARTS = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
};
const EVERY = 30_000,
  FAR = 14 * 86_400_000;

const relative = new Intl.RelativeTimeFormat(dateLocale, { numeric: 'auto' });

/**
 * How far a moment is from now, "in 2 hours"; "" where that says nothing.
 * @param {number} at ms since the epoch
 * @param {number} now
 */
function distance(at, now) {
  const ms = at - now;
  if (Math.abs(ms) > FAR) return '';
  for (const [unit, length] of UNITS)
    if (Math.abs(ms) >= length) return relative.format(Math.round(ms / length), unit);
  return relative.format(0, 'minute');
}

/**
 * Write all moments below an element.
 * @param {ParentNode} root
 */
export function showTimes(root) {
  const now = Date.now();
  for (const time of root.querySelectorAll('time[data-time]')) {
    const then = new Date(/** @type {HTMLTimeElement} */ (time).dateTime),
      sameDay = then.toDateString() === new Date(now).toDateString(),
      days = Math.abs(then.getTime() - now) / 86_400_000;
    const kind = time.getAttribute('data-time') ?? '';
    const text = then.toLocaleString(
      dateLocale,
      PARTS[kind] ?? {
        ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
        ...(days < 7 && !sameDay ? { weekday: 'short' } : {}),
        ...(days > 300 ? { year: 'numeric' } : {}),
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      },
    );
    const far = kind === 'near' ? distance(then.getTime(), now) : '';
    const shown = far ? `${text} (${far})` : text;
    if (time.textContent !== shown) time.textContent = shown;
  }
}

/** Keep all moments of the page as they are now. */
export function keepTimes() {
  showTimes(document);
  setInterval(() => {
    if (!document.hidden) showTimes(document);
  }, EVERY);
}
