/** The page on which anybody checks the dice of a match: from its table, or from a saved record. */
import { signal } from '@preact/signals-core';
import { Unchecked, verify } from '../live/dice.js';
import { diceReport } from '../ui/dice_report.js';
import { byId, html, mount, nothing, t } from '../ui/dom.js';

/** @typedef {import('../live/dice.js').Report} Report */

class Unknown extends Error {}

const words = signal('');
const report = signal(/** @type {Report|null} */ (null));

/** @param {() => Promise<string>} source what gives the record's text */
async function check(source) {
  report.value = null;
  words.value = t('checking');
  try {
    report.value = await verify(parse(await source()));
    words.value = '';
  } catch (error) {
    const unread = error instanceof Unknown ? 'verify_unknown' : 'verify_unreadable';
    words.value = t(error instanceof Unchecked ? error.why : unread);
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unchecked('verify_unreadable');
  }
}

/**
 * The record of a table, named by its id or by any address that holds it.
 * @param {string} where
 */
async function fetched(where) {
  const id =
    where
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/(\.json)?\/*$/, '')
      .split('/')
      .pop() ?? '';
  if (!/^[\w-]+$/.test(id)) throw new Unknown();
  const answer = await fetch(`/t/${id}.json`);
  if (answer.status === 409) throw new Unchecked('verify_unfinished');
  if (!answer.ok) throw new Unknown();
  return answer.text();
}

mount(byId('report'), () => {
  if (report.value) return diceReport(report.value);
  return words.value ? html`<p class="alert">${words.value}</p>` : nothing;
});

const ask = /** @type {HTMLFormElement} */ (byId('ask')),
  match = /** @type {HTMLInputElement} */ (byId('match'));
const file = /** @type {HTMLInputElement} */ (byId('file'));
ask.addEventListener('submit', (event) => {
  event.preventDefault();
  void check(() => fetched(match.value));
});
file.addEventListener('change', () => {
  const chosen = file.files?.[0];
  if (chosen) void check(() => chosen.text());
});

const matchId = new URLSearchParams(location.search).get('match');
if (matchId) {
  match.value = matchId;
  void check(() => fetched(matchId));
}
