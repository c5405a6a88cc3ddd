/** Words of what is rarely opened: a table's page comes without them, and they are fetched at the first use. */
import { ENOUGH, addWords } from './dom.js';

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
    addWords(await answer.json());
  } catch (error) {
    fetched = undefined;
    throw error;
  }
}
