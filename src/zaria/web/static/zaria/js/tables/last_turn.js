/** The other side's last turn once more, step by step, on the board as it stood before. */
import { batch } from '@preact/signals-core';
import { sound } from '../shell/announcer.js';
import { motion } from '../ui/dom.js';
import { play } from './steps.js';

/** ms before the first step and between steps, at normal speed */
const FIRST = 600,
  STEP = 480;

/**
 * Without flights the steps are apart all the same.
 * @param {number} ms
 */
const pause = (ms) =>
  new Promise((done) => {
    setTimeout(done, motion.on ? motion.pause(ms) : ms);
  });

/**
 * Whatever happens at the table ends it.
 * @param {DiceTable} table
 * @param {import('../shell/events.js').Queue<Ev>} queue
 */
export async function show(table, queue) {
  const turn = table.lastTurn.value,
    view = table.view.value;
  if (!turn || table.busy.value) return;
  let at = table.seen(turn.from);
  const goes = () => table.view.value === view && !queue.running;
  batch(() => {
    table.busy.value = true;
    table.flight.value = at;
  });
  await pause(FIRST);
  for (const [side, move, effect] of turn.steps) {
    if (!goes()) break;
    at = play(at, table.rel(side), move, effect, table.kind.value);
    table.flight.value = at;
    sound(effect ? 'hit' : 'move');
    await pause(STEP);
  }
  batch(() => {
    if (table.flight.value === at) table.flight.value = null;
    if (!queue.running) table.busy.value = false;
  });
}
