/** How much room the page has, and whether the menu of a phone is open. */
import { computed, signal } from '@preact/signals-core';
import { media } from '../ui/dom.js';

/** a phone held upright, and one on its side: there the buttons of the turn are not on the board */
export const upright = signal(false),
  short = signal(false);

export const compact = computed(() => upright.value || short.value);

export const menu = signal(false);

media('(orientation: portrait) and (max-width: 700px)', (on) => {
  upright.value = on;
});

media('(orientation: landscape) and (max-height: 480px)', (on) => {
  short.value = on;
});
