/**
 * Words of what is rarely opened, and the style of a result: a table's page comes without them, and
 * they are fetched at the first use.
 */
import { addWords } from './dom.js';
import { ENOUGH } from './imports.js';

/** @type {Promise<void>|undefined} */
let fetched;

/** After a failure, which the promise tells, the next use tries again. */
export function lateWords() {
  fetched ??= fetchWords();
  return fetched;
}

async function fetchWords() {
  try {
    const answer = await fetch('/words/table', { signal: AbortSignal.timeout(ENOUGH) });
    if (!answer.ok) throw new Error(answer.statusText);
    const { sheet, ...words } = await answer.json();
    addWords(words);
    await style(sheet);
  } catch (error) {
    fetched = undefined;
    throw error;
  }
}

/**
 * Wear a style sheet; without it the words are still of use.
 * @param {string} address
 */
function style(address) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((/** @type {(_: unknown) => void} */ done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
