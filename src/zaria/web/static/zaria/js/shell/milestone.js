/** The milestone that a match brought the viewer, such as their first win: one line in the sheet of its result. */
import { signal } from '@preact/signals-core';
import { html, icon, nothing } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';

/** Milliseconds after which the server is asked: the match is written down a moment after its end. */
const AGAIN = [500, 3000, 9000];

/**
 * @param {import('./state.js').TableState} table
 * @returns {() => unknown}
 */
export function follow(table) {
  const text = signal('');
  void load();
  return () =>
    text.value ? html`<p class="result-milestone">${icon('cup')}${text.value}</p>` : nothing;

  async function load() {
    for (const wait of AGAIN) {
      await new Promise((done) => {
        setTimeout(done, wait);
      });
      try {
        const answer = await fetch(`/t/${table.id}/milestone`, {
          signal: AbortSignal.timeout(ENOUGH),
        });
        const milestone = answer.ok ? await answer.json() : { text: null };
        if (milestone.text !== null) {
          text.value = milestone.text;
          return;
        }
      } catch {
        /* the sheet does without */
      }
    }
  }
}
