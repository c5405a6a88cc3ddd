/** Hints on the board of a board game. */
import { way } from './picture.js';

/**
 * How hints are drawn.
 * @param {{table: import('./state.js').BoardTable, view: import('./view.js').SquaresView}} page
 * @returns {import('../shell/training.js').Hints}
 */
export const hints = ({ table, view }) => ({
  place: view.field,
  begun: () =>
    table.past.value !== null || table.chosen.value.length > 1 || table.ready.value !== null,
  layout: () => void table.turned.value,
  drawn: (over, choice) => {
    const { size } = table.grid.value;
    over.setAttribute('viewBox', `0 0 ${size} ${size}`);
    return way({ ...table.grid.value, turned: table.turned.value }, choice.path ?? [], '');
  },
});
