/** The name of a chess opening above the list of moves, fetched when the list is first shown. */
import { signal } from '@preact/signals-core';
import { html, nothing } from '../ui/dom.js';

/** Plies among which a game gets its name. */
const LONGEST = 40;

const title = signal('');
let requested = '';

/** The names by the moves that lead to them: each is asked for once. */
const titles = new Map([['', '']]);

/** The moves with which the game has left the book: what follows changes no name. */
let end = '';

/** @param {string} moves in standard notation, with blanks between them */
async function load(moves) {
  try {
    const answer = await fetch(`/api/v1/games/chess/opening?${new URLSearchParams({ moves })}`);
    if (!answer.ok) return;
    const { opening, in_book } = await answer.json();
    titles.set(moves, opening ? `${opening.eco} ${opening.name}` : '');
    if (in_book === false) end = moves;
    if (moves === requested) title.value = titles.get(moves) ?? '';
  } catch {
    /* asked again after the next move */
  }
}

/**
 * The line with the name; after each move of the opening the server is asked for it.
 * @param {import('./state.js').BoardTable} table
 */
export function line(table) {
  const played = table.log.value
    .slice(0, LONGEST)
    .map(({ text }) => text)
    .join(' ');
  const moves = end && `${played} `.startsWith(`${end} `) ? end : played;
  if (moves !== requested) {
    requested = moves;
    const name = titles.get(moves);
    if (name === undefined) void load(moves);
    else queueMicrotask(() => (title.value = name));
  }
  return title.value ? html`<p id="opening" lang="en">${title.value}</p>` : nothing;
}
