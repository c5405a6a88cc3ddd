/** A sheet over the panel (the whole of a phone) with a title and a button that closes it. */
import { t } from '../ui/dom.js';
import { lateWords } from '../ui/late_words.js';

/**
 * The sheet of that name, made at its first use. Closed, it gives the focus back to where it was.
 * @param {string} name
 * @param {string} label
 * @returns {Promise<{el: HTMLDialogElement, title: HTMLElement, inside: HTMLElement}>}
 */
export async function dialog(name, label) {
  // its style comes with them; a plain sheet is better than none
  await lateWords().catch(() => {});
  const there = /** @type {HTMLDialogElement|null} */ (document.getElementById(`sheet-${name}`)),
    el = there ?? createDialog(name, label);
  const find = (/** @type {string} */ css) => /** @type {HTMLElement} */ (el.querySelector(css));
  return { el, title: find('header b'), inside: find('.scroll') };
}

/**
 * @param {string} name
 * @param {string} label
 */
function createDialog(name, label) {
  const el = document.createElement('dialog');
  el.id = `sheet-${name}`;
  el.className = 'rules';
  el.setAttribute('aria-label', label);
  const close = '<svg class="ic" aria-hidden="true"><use href="#i-close"/></svg>';
  el.innerHTML = `<header><b></b><button type="button" class="shut">${close}</button></header>
    <div class="scroll" tabindex="0"></div>`;
  const shut = /** @type {HTMLElement} */ (el.querySelector('.shut'));
  shut.setAttribute('aria-label', t('close'));
  shut.addEventListener('click', () => el.close());
  el.addEventListener('click', (e) => {
    if (e.target === el) el.close();
  });
  document.body.append(el);
  return el;
}
