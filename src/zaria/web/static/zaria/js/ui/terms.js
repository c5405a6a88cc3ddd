/** A word that opens its line of the glossary, which comes with the words of the page. */
import { html, t } from './dom.js';

let count = 0;
/** @type {Map<string, string>} the id of the line of a word at a place */
const names = new Map();

/**
 * `label`, which explains itself if the page came with the line of the word; a copy of the markup of
 * games/glossary/notes.py.
 * @param {string} key of web/glossary
 * @param {unknown} label
 * @param {string} [place] tells two uses of a word on a page apart
 */
export function term(key, label, place = '') {
  const line = t(`term_${key}`);
  if (line === `term_${key}`) return label;
  const at = `${key} ${place}`,
    name = names.get(at) ?? `term-${++count}`;
  names.set(at, name);
  return html`<button type="button" class="term" popovertarget=${name}>${label}</button
    ><span class="term-note" id=${name} role="note" popover
      >${line} <a href=${`/words#${key}`} target="_blank" rel="noopener">${t('term_more')}</a></span
    >`;
}
