/**
 * The pieces, drawn as symbols: men and kings of draughts, turned men of ugolki, a chess set. Light
 * comes from the upper left as on the checkers.
 */

/**
 * The symbol of a piece by game and letter.
 * @typedef {{symbol: string, light: boolean, king: boolean}} Drawn
 */

/**
 * Whether a game has the pieces of chess.
 * @param {string} game
 */
export const isChess = (game) => game === 'chess' || game === 'chess960';

/**
 * Whether pieces stand on all squares of a game, and move in one step.
 * @param {string} game
 */
export const isStepless = (game) => isChess(game) || game === 'ugolki';

/**
 * The name of a piece: a chess piece's letter, or man and king.
 * @param {string} game
 * @param {string} letter
 */
export function kindOf(game, letter) {
  if (isChess(game)) return letter.toLowerCase();
  return letter === letter.toUpperCase() ? 'king' : 'man';
}

/**
 * @param {string} game
 * @param {string} letter of the position's board
 * @returns {Drawn}
 */
export function pieceImage(game, letter) {
  if (isChess(game)) {
    const light = letter === letter.toUpperCase();
    return { symbol: `ch-${letter.toLowerCase()}-${light ? 'lt' : 'dk'}`, light, king: false };
  }
  if (game === 'ugolki')
    return { symbol: `peg-${letter === 'w' ? 'lt' : 'dk'}`, light: letter === 'w', king: false };
  const light = letter.toLowerCase() === 'w',
    king = letter === 'W' || letter === 'B';
  return { symbol: `${king ? 'king' : 'man'}-${light ? 'lt' : 'dk'}`, light, king };
}

const BASE = 'M25 90q-5 0-5-5 0-8 9-10h42q9 2 9 10 0 5-5 5z';

/**
 * Silhouettes, and the lines inside them.
 * @type {Record<string, [outline: string, lines: string]>}
 */
const CHESS = {
  p: [
    'M50 18a14.500 14.500 0 0 1 10 25h5q3 0 3 3.500t-3 3.500h-5c1 11 5 18 12 25' +
      'H28c7-7 11-14 12-25h-5q-3 0-3-3.500t3-3.500h5a14.500 14.500 0 0 1 10-25z',
    'M40 43.500h20M33 75h34',
  ],
  r: [
    'M25 16h12v8h7v-8h12v8h7v-8h12v20l-8 7v20l6 12H27l6-12V43l-8-7z',
    'M33 43h34M33 63h34M27 75h46M25 30h50',
  ],
  n: [
    'M29 75c0-11 7-17 14-24 3-3 4-6 4-9-4 5-9 7-14 9-3 1-4 5-7 5-5 0-9-6-8-11 1-4 9-13 11-20 1-3 4-5 7-6' +
      'l2-8 8 6c21 0 31 17 30 40 0 8-1 13-2 18z',
    'M29 75h45M47 42c2-2 3-4 3-7M58 25c8 6 10 18 10 30M33 32.500l4-2.500M24 47l3-2',
  ],
  b: [
    'M50 10a5.500 5.500 0 0 1 4 9.300C64 26 70 35 70 44c0 7-4 12-9 15h4q3 0 3 3t-3 3h-2l7 10' +
      'H30l7-10h-2q-3 0-3-3t3-3h4c-5-3-9-8-9-15 0-9 6-18 16-24.700A5.500 5.500 0 0 1 50 10z',
    'M50 29v20M41 38.500h18M38 59h24M30 75h40',
  ],
  q: [
    'M16 26a5 5 0 1 1 4.500 5L31 50l4-27.500a5 5 0 1 1 4.500-.5L47 45l1.500-25' +
      'a5 5 0 1 1 3 0L53 45l7.500-23a5 5 0 1 1 4.500.5L69 50l10.500-19a5 5 0 1 1 4.500-5' +
      'c0 3-2 5-4.500 5L72 62l-3 13H31l-3-13-7.500-31C18 31 16 29 16 26z',
    'M28 62c14-4 30-4 44 0M31 75h38',
  ],
  k: [
    'M46.500 8h7v6.500H60v7h-6.500v9C60 24 80 25 80 42c0 9-6 14-9 20l-3 13' +
      'H32l-3-13c-3-6-9-11-9-20 0-17 20-18 26.500-11.500v-9H40v-7h6.500z',
    'M29 62c14-4 28-4 42 0M32 75h36M50 54V36c0 0-3-3-9-4-6 0-12 3-12 10 0 4 2 7 4 10' +
      'M50 36c0 0 3-3 9-4 6 0 12 3 12 10 0 4-2 7-4 10',
  ],
};

const CROWN = 'M25 69l-6-37 17 14 14-24 14 24 17-14-6 37z';

/**
 * A turned man of ugolki: foot, waist, collar, head.
 * @param {'lt'|'dk'} tone
 */
const peg = (tone) =>
  `<symbol id="peg-${tone}" viewBox="0 0 100 100"><g class="pc-${tone}">` +
  '<path d="M50 91c-21 0-31-5-31-13 0-7 6-11 14-13h34c8 2 14 6 14 13 0 8-10 13-31 13z"/>' +
  '<path d="M31 70c8-7 12-16 12-27h14c0 11 4 20 12 27-9 6-29 6-38 0z"/>' +
  '<path d="M38 44q0-5 12-5t12 5-12 5-12-5z"/><circle cx="50" cy="26" r="17.500"/></g>' +
  `<path d="M27 80c12 5 34 5 46 0" class="in-${tone}"/>` +
  `<path d="M38.500 27A12 12 0 0 1 51 14.500" class="gloss${tone === 'dk' ? ' dim' : ''}"/></symbol>`;

/** @param {'lt'|'dk'} tone */
const king = (tone) =>
  `<symbol id="king-${tone}" viewBox="0 0 100 100"><use href="#man-${tone}"/>` +
  `<circle cx="50" cy="50" r="34" class="kf-${tone}"/>` +
  `<path d="${CROWN}" class="crown"/><path d="M26 75h48" class="crown-band"/>` +
  '<circle cx="19" cy="30" r="4.500" class="crown"/><circle cx="50" cy="20" r="5" class="crown"/>' +
  '<circle cx="81" cy="30" r="4.500" class="crown"/></symbol>';

/**
 * @param {string} of
 * @param {'lt'|'dk'} tone
 */
function chessman(of, tone) {
  const [outline, lines] = CHESS[of];
  const eye = of === 'n' ? `<circle cx="40" cy="30" r="2.800" class="eye-${tone}"/>` : '';
  const body = `<g class="pc-${tone}"><path d="${BASE}"/><path d="${outline}"/></g>`;
  return (
    `<symbol id="ch-${of}-${tone}" viewBox="0 0 100 100">${body}` +
    `<path d="${lines}" class="in-${tone}"/>${eye}</symbol>`
  );
}

/**
 * The symbols that a game needs beside the checkers of every page.
 * @param {string} game
 */
function symbols(game) {
  const both = (/** @type {(tone: 'lt'|'dk') => string} */ draw) => draw('lt') + draw('dk');
  if (isChess(game))
    return Object.keys(CHESS)
      .map((of) => both((tone) => chessman(of, tone)))
      .join('');
  return both(game === 'ugolki' ? peg : king);
}

/**
 * Put them into the page, once.
 * @param {string} game
 */
export function install(game) {
  const id = `pieces-${game}`;
  if (document.getElementById(id)) return;
  const defs = `<defs>${symbols(game)}</defs>`;
  document.body.insertAdjacentHTML(
    'afterbegin',
    `<svg width="0" height="0" class="sr" aria-hidden="true" id="${id}">${defs}</svg>`,
  );
}
