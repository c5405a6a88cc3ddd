/** What runs out while somebody looks at it, and buttons that come unasked. */
import { signal } from '@preact/signals-core';
import { digits } from './state.js';

const YOUNG = 600;

/** @type {number|undefined} */
let timer;
const tick = signal(0, {
  watched() {
    timer = setInterval(() => {
      tick.value++;
    }, 250);
  },
  unwatched() {
    clearInterval(timer);
  },
});

/**
 * ms until a moment of the server's clock; a template that asked is drawn again as they pass.
 * @param {Session} session
 * @param {number} until
 */
export function remaining(session, until) {
  void tick.value;
  return Math.max(0, until - session.now);
}

/**
 * The same as m:ss.
 * @param {Session} session
 * @param {number} until
 */
export const countdown = (session, until) => digits(remaining(session, until));

/** @type {Map<string, Flag>} */
const seen = new Map();

/**
 * Whether what has come under this name has just come: a tap meant what was there before, so its
 * buttons wait.
 * @param {string} name
 */
export function isFresh(name) {
  let fresh = seen.get(name);
  if (!fresh) {
    const flag = (fresh = signal(true));
    seen.set(name, flag);
    setTimeout(() => {
      flag.value = false;
    }, YOUNG);
  }
  return fresh.value;
}
