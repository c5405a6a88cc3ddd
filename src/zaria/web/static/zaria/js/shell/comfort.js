/** The looks of a table that few choose: buttons for the left hand, no numbers. */
import { effect } from '@preact/signals-core';
import { settings } from './settings.js';

/** With the left hand the columns of a screen held sideways change places. */
const LEFT = `.table-acts { flex-direction: row-reverse }
@media (orientation: landscape) {
  .table { direction: rtl }
  .table > * { direction: ltr }
}`;
const UNNUMBERED = '.board :is(.nums, .sq-edge, .sq-inside) { visibility: hidden }';

let follows = false;

/** Dress the table, now and whenever these settings change. */
export function follow() {
  if (follows) return;
  follows = true;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  effect(() => {
    const { left: isLeft, numbers } = settings.value;
    sheet.replaceSync(`${isLeft ? LEFT : ''}${numbers ? '' : UNNUMBERED}`);
  });
}
