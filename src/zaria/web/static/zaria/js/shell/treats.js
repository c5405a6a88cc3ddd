/** A treat beside a player's name: somebody sent it, and it stands there for an hour. */
import { html, nothing, t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';

/** @typedef {{side: number, kind: string, name: string, until: number}} Treat */

/**
 * The strokes of the treats, in a square of 24.
 * @type {Record<string, string>}
 */
const STROKES = {
  tea: 'M7 9h9l-1 11H8zM16 11c5-1 5 5-.5 5M10 6c-1.5-1.5 1-2 0-3.5M13 6c-1.5-1.5 1-2 0-3.5',
  coffee: `M5 10h11v4a5 5 0 0 1-11 0zM16 11c4-.5 4 4-.5 4M4 20.5h13M8.5 7c-1.5-1.5 1-2 0-3.5
    M12 7c-1.5-1.5 1-2 0-3.5`,
  baklava: 'M12 5l9 7-9 7-9-7zM7.5 8.5l9 7M16.5 8.5l-9 7M12 10.5v3',
};

/** The badges, once their words are there; a module that failed itself would never be asked again. */
export async function load() {
  await lateWords();
  return badge;
}

/**
 * The latest treat of a side, as long as it stands there.
 * @param {import('./state.js').TableState} table
 * @param {number} side
 * @param {number} now the server's time
 */
function badge(table, side, now) {
  const treat = table.treats.value.findLast(
    (candidate) => candidate.side === side && candidate.until > now,
  );
  if (!treat) return nothing;
  const text = t(`treat_${treat.kind}`, { name: treat.name });
  return html`<svg class="ic treat" viewBox="0 0 24 24" role="img" aria-label=${text}>
    <title>${text}</title>
    <path d=${STROKES[treat.kind] ?? ''} />
  </svg>`;
}
