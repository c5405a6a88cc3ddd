/** Decisions that want a second tap. */
import { signal } from '@preact/signals-core';
import { settings } from './settings.js';

/**
 * A decision that wants a second tap at the same place within three seconds: its name while it
 * waits.
 */
export const armed = signal('');

/** @type {number|undefined} */
let disarm;

/**
 * @param {string} name
 * @param {() => void} act
 */
export function onSecondTap(name, act) {
  clearTimeout(disarm);
  if (armed.value === name) {
    armed.value = '';
    act();
    return;
  }
  armed.value = name;
  disarm = setTimeout(() => {
    armed.value = '';
  }, 3000);
}

/**
 * A decision that wants a second tap unless the viewer wants none; giving up a game always does.
 * @param {string} name
 * @param {() => void} act
 */
export function onConfirmation(name, act) {
  if (settings.value.sure) onSecondTap(name, act);
  else act();
}
