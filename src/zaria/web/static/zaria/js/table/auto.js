/** What plays by itself: the roll, steps without a choice, bearing off, passing a finished turn, taking one's own seat. */
import { effect } from '@preact/signals-core';
import { motion } from '../board/motion.js';
import { armed } from './actions.js';
import { settings } from './settings.js';

/** @typedef {import('./actions.js').Actions} Actions */

const THINK = 1500;     // ms in which one may still double
const GRACE = 1000;     // ms in which a finished turn may still be taken back
const PACE = 180;

/** @param {Actions} a */
export function autopilot(a) {
  const { table } = a;
  effect(() => {
    const next = step(a);
    if (table.busy.value || table.waiting.value || table.held.value || armed.value || !next) return undefined;
    const timer = setTimeout(next.act, next.after);
    return () => clearTimeout(timer);
  });
}

/** @param {Actions} a @returns {{act: () => void, after: number}|null} */
function step(a) {
  const { table } = a, s = settings.value, bears = table.bears.value && table.race.value;
  if (a.canRoll && (s.roll || bears)) return { act: () => a.roll(), after: a.canDouble && !bears ? THINK : 0 };
  if (table.finished.value && (s.done || bears)) return { act: () => a.done(), after: bears ? motion.pause(PACE) : GRACE };
  const { forced } = a;
  return forced && { act: () => a.go([forced]), after: motion.pause(PACE) };
}
