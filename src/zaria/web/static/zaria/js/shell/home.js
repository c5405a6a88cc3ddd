/** Where the viewer bears off: how the picture of the board is turned. Nothing else changes. */
import { change, settings } from './settings.js';

/**
 * On the left (true), on the right (false), or where both sides run the same way round also on the
 * far left, one's own head lying near on the left.
 * @typedef {boolean | 'far'} Home
 */

/**
 * As the viewer has set it, else as the table agreed.
 * @param {{parallel: boolean, mirror: boolean}} view
 * @returns {Home}
 */
export function home({ parallel, mirror }) {
  const { flip, round } = settings.value;
  return (parallel ? round : null) ?? flip ?? mirror;
}

/**
 * @param {{parallel: boolean}} view
 * @param {Home} to
 */
export const setHome = ({ parallel }, to) =>
  change(parallel ? { round: to } : { flip: to === true });

/**
 * Turn it on to the next way.
 * @param {{parallel: boolean, mirror: boolean}} view
 */
export function turnHome(view) {
  const now = home(view);
  setHome(view, now === 'far' ? false : now === false || (view.parallel && 'far'));
}
