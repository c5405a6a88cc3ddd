/** The name of a chess opening above the list of moves, fetched when the list is first shown. */
import { signal } from '@preact/signals-core';
import { html, nothing } from '../ui/dom.js';

/** Plies among which a game gets its name. */
const LONGEST = 40;

const title = signal('');
let requested = '';

/** @param {string} moves in standard notation, with blanks between them */
async function load(moves) {
  try {
    const answer = await fetch(`/api/v1/games/chess/opening?${new URLSearchParams({ moves })}`);
    if (!answer.ok || moves !== requested) return;
    const { opening } = await answer.json();
    title.value = opening ? `${opening.eco} ${opening.name}` : '';
  } catch {
    /* asked again after the next move */
  }
}

/**
 * The line with the name; after each move of the opening the server is asked for it.
 * @param {import('./state.js').BoardTable} table
 */
export function line(table) {
  const moves = table.log.value
    .slice(0, LONGEST)
    .map(({ text }) => text)
    .join(' ');
  if (moves !== requested) {
    requested = moves;
    if (moves) void load(moves);
    else queueMicrotask(() => (title.value = ''));
  }
  return title.value ? html`<p id="opening" lang="en">${title.value}</p>` : nothing;
}
