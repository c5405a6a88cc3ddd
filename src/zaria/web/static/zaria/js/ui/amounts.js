/** Times and sums in words. */
import { t } from './dom.js';

/** @param {number} ms */
const seconds = (ms) =>
  ms % 60000 === 0 && ms ? t('minutes', { n: ms / 60000 }) : t('seconds', { n: ms / 1000 });

/**
 * A sum of the smallest unit, as people write it.
 * @param {number} cents
 */
export const sum = (cents) =>
  (cents / 100).toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });

/**
 * An amount with its currency; credits go without a word, beside a label that says what they are.
 * @param {number} cents
 * @param {string} [unit]
 */
export const amount = (cents, unit) =>
  unit && unit !== 'credits' ? `${sum(cents)} ${unit}` : sum(cents);

/**
 * A clock in words.
 * @param {import('../protocol.js').ClockTerms|null|undefined} c
 */
export function clockText(c) {
  if (!c) return t('no_clock');
  const { delay = 0, bank = 0, increment = 0 } = c;
  const moves = bank ? 'clock_reserve' : 'clock_delay',
    alone = increment ? 'clock_increment' : 'clock_bank';
  const delayed = increment ? 'clock_all' : moves,
    word = delay ? delayed : alone;
  return t(word, { delay: seconds(delay), bank: seconds(bank), increment: seconds(increment) });
}
