/** Keys of the match page. */
import { letter } from '../ui/dom.js';
import { say } from './announcer.js';

/**
 * Keys that act where they were pressed, keys that announce (fetched at first use), what Escape does
 * when nothing is open, and the table of which `?` lists the keys.
 * @typedef {{view: () => View, act: Record<string, (on: HTMLElement) => void>, tell: () =>
 * Promise<Record<string, () => string>>, rest: () => void}} KeyBindings
 */

/**
 * @param {KeyBindings} does
 * @param {() => boolean} escape closes what is open
 */
export function keyboard(does, escape) {
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target),
      pressed = letter(e),
      key = pressed === 'backspace' ? 'u' : pressed;
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      target.closest('dialog') ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    )
      return;
    if (key === 'escape') {
      if (!escape()) does.rest();
    } else if (key === 'enter' && target.closest('button:not([data-at]),a')) return;
    else if (key in does.act) does.act[key](target);
    else if (key === '?') void import('./help.js').then((m) => m.show(does.view()));
    else if ('lcop'.includes(key)) void does.tell().then((all) => say(all[key]()));
    if (pressed === 'backspace') e.preventDefault();
  });
}
