/** Short sentences: shown for a while between the points, and told to screen readers. */
import { signal } from '@preact/signals-core';
import { byId } from '../ui/el.js';

export const words = signal('');
/** @type {number|undefined} */ let timer;

/** Tell only. @param {string} text */
export function say(text) {
  const live = byId('live');
  if (live) live.textContent = text;
}

/** Show and tell. @param {string} text @param {number} [ms] */
export function note(text, ms = 2200) {
  words.value = text;
  say(text);
  clearTimeout(timer);
  timer = setTimeout(() => { words.value = ''; }, ms);
}
