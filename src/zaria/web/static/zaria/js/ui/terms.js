/** A word that opens its line of the glossary, which comes with the words of the page. */
import { html, t } from './dom.js';

/**
 * `label`, which explains itself if the page came with the line of the word; a page that is drawn on
 * the server has the same by games/glossary/notes.py.
 * @param {string} key of web/glossary
 * @param {string} label
 */
export function term(key, label) {
  const line = t(`term_${key}`),
    id = `term-${key}`;
  if (line === `term_${key}`) return label;
  if (!document.getElementById(id)) document.body.append(note(id, key, line));
  return html`<button
    type="button"
    class="term"
    popovertarget=${id}
    .textContent=${label}
    @keydown=${closeAlone}
  ></button>`;
}

/**
 * Escape closes an open line, and not what is below it.
 * @param {KeyboardEvent} e
 */
function closeAlone(e) {
  const opens = 'popover' in HTMLElement.prototype;
  if (e.key === 'Escape' && opens && document.querySelector('.term-note:popover-open'))
    e.stopPropagation();
}

/**
 * The line that all buttons of a word on the page open.
 * @param {string} id
 * @param {string} key
 * @param {string} line
 */
function note(id, key, line) {
  const span = document.createElement('span'),
    link = document.createElement('a');
  Object.assign(span, { id, className: 'term-note', role: 'note', popover: 'auto' });
  Object.assign(link, { href: `/words#${key}`, target: '_blank', rel: 'noopener' });
  link.textContent = t('term_more');
  span.append(`${line} `, link);
  return span;
}
