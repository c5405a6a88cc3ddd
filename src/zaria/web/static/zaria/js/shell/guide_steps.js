/** How far somebody new is at their own tables, and what to explain to them next. */
import { keep, recall } from '../live/storage.js';

/** @typedef {'choose'|'go'|'done'} Step choose a checker, choose where it goes, pass the turn on */
/**
 * How far the visitor is: own turns, and the steps that they have done.
 * @typedef {{turns: number, steps: readonly Step[]}} Progress
 */
/**
 * A moment of the viewer's turn: whether they move, have chosen a checker, how many steps of the turn
 * they have made, and whether they can pass it on.
 * @typedef {{moving: boolean, chosen: boolean, made: number, finished: boolean}} Moment
 */
const KEY = 'zaria.guide';
/** Own turns after which nothing is spokenLines any more. */
export const TURNS = 3;

/** @type {Progress} */
export const BEGINNING = { turns: 0, steps: [] };

/** @param {Progress} progress */
export const isOver = (progress) => progress.turns >= TURNS;

/**
 * The step that comes next.
 * @param {Moment} moment
 * @returns {Step|null} null when it is not the viewer's turn
 */
export function stepToExplain({ moving, chosen, finished }) {
  if (!moving) return null;
  if (finished) return 'done';
  return chosen ? 'go' : 'choose';
}

/**
 * The step to explain now.
 * @param {Progress} progress
 * @param {Moment} moment
 * @returns {Step|null}
 */
export function explained(progress, moment) {
  const step = stepToExplain(moment);
  return step && !isOver(progress) && !progress.steps.includes(step) ? step : null;
}

/**
 * Whether the way of the checkers is shown: until the first step of all.
 * @param {Progress} progress
 * @param {Moment} moment
 */
export const showsWay = (progress, moment) =>
  !progress.turns && !progress.steps.includes('go') && moment.moving && !moment.finished;

/**
 * The progress after one moment has followed another.
 * @param {Progress} progress
 * @param {Moment} before
 * @param {Moment} now
 * @returns {Progress}
 */
export function advanced(progress, before, now) {
  const done = new Set(progress.steps),
    passed = before.moving && !now.moving;
  if (now.made > before.made) done.add('choose').add('go');
  else if (before.moving && now.chosen && !before.chosen) done.add('choose');
  if (passed && before.finished) done.add('done');
  if (!passed && done.size === progress.steps.length) return progress;
  return { turns: progress.turns + Number(passed), steps: [...done] };
}

/** @returns {Progress} as this browser knows it */
export function storedProgress() {
  try {
    const { turns, steps } = JSON.parse(recall(KEY) ?? '{}');
    return Number.isInteger(turns) && Array.isArray(steps) ? { turns, steps } : BEGINNING;
  } catch {
    return BEGINNING;
  }
}

/** @param {Progress} progress */
export const storeProgress = (progress) => keep(KEY, JSON.stringify(progress));
