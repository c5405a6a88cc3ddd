/** Glue between signals, templates and the page. */
import { effect } from '@preact/signals-core';
import { html, render, nothing } from 'lit-html';

export { html, nothing };

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Keep the inside of an element equal to a template: what the server drew there goes, and it is drawn
 *  again when a signal that it read changes. @param {HTMLElement} el @param {() => unknown} view */
export function mount(el, view) {
  el.textContent = '';
  effect(() => { render(view(), el); });
}

/** A line icon of _symbols.html. @param {string} name */
export const icon = (name) => html`<svg class="ic" aria-hidden="true"><use href=${`#i-${name}`}/></svg>`;

/** The result of a media query as a signal's source. @param {string} query @param {(matches: boolean) => void} tell */
export function media(query, tell) {
  const list = matchMedia(query);
  tell(list.matches);
  list.addEventListener('change', () => tell(list.matches));
}
