/**
 * Numbers and marks of an analysis as one reads them: each mark is a sign and a word, not a colour
 * alone.
 */
import { html, nothing, t } from './dom.js';

/**
 * @typedef {import('../analysis.js').Choice} Choice
 */

/** @type {Record<string, string>} */
export const SIGNS = { inaccuracy: '?!', error: '?', blunder: '??' };
const ACTS = [
  'no_double',
  'double',
  'take',
  'drop',
  'beaver',
  'raccoon',
  'play_on',
  'resign',
  'accept',
  'refuse',
];

/** @type {Record<string, string>} */
const JUDGES = {
  net: 'an_by_net',
  exact: 'an_by_exact',
  plain: 'an_by_plain',
  'alpha-beta': 'an_by_alpha',
};

/**
 * What judged, in the language of the page; a program with a name of its own keeps it.
 * @param {string} engine "net tapa 5e0c1a77", "Stockfish 15.1"
 * @param {boolean} [long] and with which net
 */
export function evaluatorName(engine, long = false) {
  const [kind, game, sum] = engine.split(' '),
    key = JUDGES[kind];
  if (!key) return engine;
  return long && sum ? `${t(key)} (${t(`game_${game}`)}, ${sum})` : t(key);
}

/**
 * A number as the language writes it.
 * @param {number} n
 * @param {number} digits after the point, neither more nor less
 */
export const number = (n, digits) =>
  n.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/**
 * Per cents never torn from their numbers.
 * @param {string} text
 */
export const nonBreaking = (text) => text.replaceAll(' %', '\u00a0%');

/**
 * +0.123, −0.041; nothing is neither.
 * @param {number} n
 * @param {number} [digits]
 */
export const signed = (n, digits = 3) => {
  const sign = n < 0 ? '−' : '+';
  return `${Number(n.toFixed(digits)) ? sign : ''}${number(Math.abs(n), digits)}`;
};

/**
 * A share of one as the language writes per cents.
 * @param {number} n
 * @param {number} [digits]
 */
export const percent = (n, digits = 1) =>
  nonBreaking(t('an_percent', { n: number(n * 100, digits) }));

/**
 * What something is worth, in the unit of the analysis.
 * @param {number} n
 * @param {string} unit
 */
export const equityText = (n, unit) => (unit === 'chance' ? percent(n) : signed(n));

/**
 * How much that is, whichever way. Marks begin at whole hundredths: what comes near one from below
 * has a digit more, not to look as large as what it is not called.
 * @param {number} n
 * @param {string} unit
 */
export const amountText = (n, unit) => {
  const near = Math.round(n * 1000),
    more = near && near % 10 === 0 && n < near / 1000 - 1e-9 ? 1 : 0;
  return unit === 'chance' ? percent(n, 1 + more) : number(n, 3 + more);
};

/**
 * What was given away.
 * @param {number} n
 * @param {string} unit
 */
export const lossText = (n, unit) => `${n.toFixed(3) === '0.000' ? '' : '−'}${amountText(n, unit)}`;

/**
 * A text whose moves are not torn at their hyphens.
 * @param {string} text
 */
export const unbroken = (text) =>
  text
    .split(/(\S*-\S*)/)
    .map((part, i) => (i % 2 ? html`<span class="whole">${part}</span>` : part));

/**
 * A turn, or what was done instead of one.
 * @param {string} text
 * @param {string} [kind]
 */
export function notation(text, kind = 'turn') {
  if (kind !== 'turn' && ACTS.includes(text)) return t(`an_${text}`);
  return text.replaceAll('hand/', '→') || t('no_move');
}

/**
 * The sign of a mark with its word.
 * @param {string|undefined} mark
 * @param {boolean} [long] the word is seen, too
 */
export function sign(mark, long = false) {
  if (!mark) return nothing;
  return html`<span class="mark ${mark}" title=${t(`an_${mark}`)}
    ><b aria-hidden="true">${SIGNS[mark]}</b
    ><span class=${long ? '' : 'sr'}>${t(`an_${mark}`)}</span></span
  >`;
}
