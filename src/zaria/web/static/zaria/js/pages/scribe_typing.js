/** What is typed on a score sheet, and the legal turns that it may mean: pure. */

/**
 * A legal turn as the server sends it: its text, its moves, or its move on squares.
 * @typedef {[string, Move[], string]} Turn
 */

/** The letters and digits of a text; the bar and bearing off are a letter each. */
export const bare = (/** @type {string} */ text) =>
  text
    .toLowerCase()
    .replace(/bar/g, 'b')
    .replace(/off/g, 'o')
    .replace(/\(\d\)/g, '')
    .replace(/[^\p{L}\d]/gu, '');

/**
 * Two dice, if the text is a roll: "31", "3 1", "3-1".
 * @param {string} text
 * @returns {[number, number]|null}
 */
export function roll(text) {
  const dice = /^\s*([1-6])[\s,.-]*([1-6])\s*$/.exec(text);
  return dice ? [Number(dice[1]), Number(dice[2])] : null;
}

/**
 * All orders of some parts; of many parts only the one that they have.
 * @param {string[]} parts
 * @returns {string[]}
 */
function orders(parts) {
  if (parts.length < 2 || parts.length > 4) return [parts.join('')];
  return parts.flatMap((part, k) =>
    orders(parts.filter((_, i) => i !== k)).map((later) => part + later),
  );
}

/** A part that several checkers play as often as they do: "8/5(2)" twice. */
const repeated = (/** @type {string} */ part) =>
  Array.from({ length: Number(/\((\d)\)/.exec(part)?.[1] ?? 1) }, () => part);

/**
 * What may be typed for a turn: all of it in any order, and the points alone from which it starts.
 * @param {Turn} turn
 */
function spellings([text, , move]) {
  // a capture may be written without its sign
  if (move) return { whole: [bare(text), bare(text.replace('x', '')), bare(move)], starts: [] };
  const parts = text.split(' '),
    every = parts.flatMap(repeated);
  return {
    whole: [...orders(parts.map(bare)), ...orders(every.map(bare))],
    starts: orders(every.map((part) => bare(part.split('/')[0]))),
  };
}

/**
 * The turns that a text may mean, those that it spells from the beginning first.
 * @param {readonly Turn[]} turns the likeliest first
 * @param {string} text
 * @returns {Turn[]}
 */
export function meant(turns, text) {
  const typed = bare(text);
  if (!typed) return [...turns];
  const equal = (/** @type {string[]} */ all) => all.includes(typed);
  const starting = (/** @type {string[]} */ all) =>
      all.some((spelling) => spelling.startsWith(typed)),
    spelt = turns.map((turn) => ({ turn, ...spellings(turn) }));
  const whole = spelt.filter((entry) => starting(entry.whole)),
    starts = spelt.filter((entry) => !whole.includes(entry) && starting(entry.starts));
  whole.sort((a, b) => Number(equal(b.whole)) - Number(equal(a.whole)));
  return [...whole, ...starts].map(({ turn }) => turn);
}
