/**
 * Checks the dice of a match in the page: the same arithmetic as zaria/match/dice_play/dice.py, by WebCrypto.
 * The seal is the SHA-256 of the secret. Roll n comes from HMAC-SHA-256 over
 * "match|seed0|seed1|n|block", keyed with the secret: bytes of 252 and more are dropped, a die is
 * the rest by six, plus one. A starting position that is drawn (Chess960) comes from the bytes of roll 0.
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {object} Report
 * @property {boolean} seal whether the secret is the one that was sealed
 * @property {number} rolls how many were recomputed
 * @property {number|null} wrong the first roll that comes out otherwise; 0: the starting position
 * @property {number[]} faces how often each face from 1 to 6 fell
 */

/** A record that cannot be checked: `why` is a key of the words. */
export class Unchecked extends Error {
  /** @param {'verify_unreadable'|'verify_unfinished'|'verify_unknown'|'verify_insecure'} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

export const bytes = (/** @type {string} */ hex) =>
  new Uint8Array((hex.match(/../g) ?? []).map((x) => parseInt(x, 16)));
export const hex = (/** @type {ArrayBuffer} */ b) =>
  [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');

/** @param {string} secret hex */
export const seal = async (secret) => hex(await crypto.subtle.digest('SHA-256', bytes(secret)));

/** @param {string} secret hex */
const keyOf = (secret) =>
  crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** The numbers of starting positions among which one is drawn. */
const STARTS = 960;

/**
 * The number of the starting position that is drawn for a match: of two bytes each of roll 0, the first number
 * below the greatest multiple of 960.
 * @param {string} secret hex
 * @param {readonly string[]} seeds
 * @param {string} match
 * @returns {Promise<number>}
 */
async function drawnStart(secret, seeds, match) {
  const key = await keyOf(secret),
    fair = 65536 - (65536 % STARTS);
  for (let block = 0; ; block++) {
    const text = new TextEncoder().encode(`${match}|${seeds[0]}|${seeds[1]}|0|${block}`),
      pairs = new DataView(await crypto.subtle.sign('HMAC', key, text));
    for (let at = 0; at < pairs.byteLength; at += 2)
      if (pairs.getUint16(at) < fair) return pairs.getUint16(at) % STARTS;
  }
}

/**
 * @param {string} secret hex
 * @returns {Promise<(seeds: readonly string[], match: string, n: number) => Promise<[number,
 * number]>>}
 */
export async function roller(secret) {
  const key = await keyOf(secret);
  return async (seeds, match, n) => {
    /** @type {number[]} */
    const dice = [];
    for (let block = 0; dice.length < 2; block++) {
      const text = new TextEncoder().encode(`${match}|${seeds[0]}|${seeds[1]}|${n}|${block}`);
      for (const b of new Uint8Array(await crypto.subtle.sign('HMAC', key, text)))
        if (b < 252) dice.push((b % 6) + 1);
    }
    return [dice[0], dice[1]];
  };
}

/**
 * Recompute rolls, each of which has its number among those of the match.
 * @param {{ match: string, seal: string, secret: string, seeds: readonly string[], rolls: { n: number,
 * dice: readonly number[] }[] }} sealed
 * @returns {Promise<Report>}
 */
export async function checkRolls({ match, seal: sealed, secret, seeds, rolls }) {
  const roll = await roller(secret),
    faces = [0, 0, 0, 0, 0, 0];
  let wrong = null;
  for (const { n, dice } of rolls) {
    const [a, b] = await roll(seeds, match, n);
    if ((a !== dice[0] || b !== dice[1]) && wrong === null) wrong = n;
    for (const die of dice) faces[die - 1]++;
  }
  return { seal: (await seal(secret)) === sealed, rolls: rolls.length, wrong, faces };
}

/**
 * @param {{format?: string, events?: Event[]}} record as under "Record" of a finished match
 * @returns {Promise<Report>}
 */
export async function verify(record) {
  if (!globalThis.crypto?.subtle) throw new Unchecked('verify_insecure');
  const events = record?.events;
  if (record?.format !== 'zaria-match' || !Array.isArray(events))
    throw new Unchecked('verify_unreadable');
  let id = '',
    sealed = '',
    secret = '',
    start = -1,
    isPaired = false;
  const seeds = ['', ''];
  for (const e of events) {
    if (e.t === 'opened') {
      id = e.id;
      sealed = e.seal;
      isPaired = typeof e.terms?.same_start === 'number';
    }
    if (e.t === 'game') start = e.start_number ?? -1;
    if (e.t === 'seated') seeds[e.side] = e.seed;
    if (e.t === 'closed') secret = e.secret;
  }
  if (!id || !sealed) throw new Unchecked('verify_unreadable');
  if (!secret) throw new Unchecked('verify_unfinished');
  const rolls = events.filter((e) => e.t === 'rolled' || e.t === 'opening'),
    report = await checkRolls({ match: id, seal: sealed, secret, seeds, rolls }),
    misplaced = rolls.findIndex((e, place) => e.n !== place + 1) + 1;
  if (misplaced && (report.wrong === null || misplaced < report.wrong)) report.wrong = misplaced;
  if (start >= 0 && !isPaired && (await drawnStart(secret, seeds, id)) !== start) report.wrong = 0;
  return report;
}
