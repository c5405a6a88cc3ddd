/** Hints on the board of a tables game. */
import { byId } from '../ui/dom.js';
import { arrows, arrowsOf } from './arrows.js';

/**
 * How hints are drawn.
 * @param {{table: DiceTable, view: BoardView}} page
 * @returns {import('../shell/training.js').Hints}
 */
export const hints = ({ table, view }) => ({
  place: byId('board'),
  begun: () => table.past.value !== null || table.path.value.length > 0,
  layout: () => void view.times.value,
  drawn: (over, choice) => {
    const { g } = view,
      { hand, parallel } = table.kind.value,
      { checkers, pins } = table.base.value;
    over.setAttribute('viewBox', `0 0 ${g.shape.w} ${g.shape.h}`);
    return arrows(g, {
      men: /** @type {any} */ (checkers),
      pins: /** @type {any} */ (pins),
      parallel,
      side: 0,
      arrows: arrowsOf(/** @type {any} */ (choice.moves ?? []), hand),
    });
  },
});
