/** What a clock shows: the delay burns first and is not saved, then the bank.
 *  @typedef {import('../protocol.js').ClockView} ClockView
 *  @typedef {{bank: number, delay: number, part: number, left: number, running: boolean}} Face
 *  bank and delay in ms; `part` of the delay that is left, 0..1; `left`, ms until the flag */

/** @param {ClockView|null} clocks @param {number} side @param {number} now the server's time, ms @returns {Face|null} */
export function face(clocks, side, now) {
  if (!clocks) return null;
  const running = clocks.running === side, spent = running ? Math.max(0, now - clocks.since) : 0;
  const delay = Math.max(0, clocks.delay - spent), bank = Math.max(0, clocks.bank[side] - Math.max(0, spent - clocks.delay));
  return { bank, delay, part: clocks.delay ? delay / clocks.delay : 0, left: bank + delay, running };
}

/** 3:07, or 1:02:07 from an hour on. @param {number} ms */
export function digits(ms) {
  const s = Math.ceil(ms / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}
