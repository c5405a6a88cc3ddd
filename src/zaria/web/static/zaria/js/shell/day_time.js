/** Times by the day, in words. */
import { t } from '../ui/dom.js';

/**
 * A time in days and hours; of the last day in hours, of the last hour in minutes.
 * @param {number} ms
 */
export function dayTime(ms) {
  const minutes = Math.floor(ms / 60_000),
    hours = Math.floor(minutes / 60),
    days = Math.floor(hours / 24);
  if (!hours) return t('minutes', { n: Math.max(1, minutes) });
  return [days && t('clock_d', { n: days }), hours % 24 && t('clock_h', { n: hours % 24 })]
    .filter(Boolean)
    .join('\u00a0');
}
