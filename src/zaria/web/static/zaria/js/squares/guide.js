/** The first turns of a game on squares, in words. */
import { settings } from '../shell/settings.js';
import { t, tap } from '../ui/dom.js';

/** @type {Record<import('../shell/guide_steps.js').Step, () => string>} */
const TEXTS = {
  choose: () => tap('guide_piece'),
  go: () => tap('guide_square'),
  done: () => t('guide_done', { done: t('done') }),
};

/**
 * @param {{table: import('./state.js').BoardTable, view: import('./view.js').SquaresView}} page
 * @returns {import('../shell/guide.js').Family}
 */
export const family = ({ table, view }) => ({
  place: view.root,
  moment: () => {
    const ready = table.ready.value !== null,
      unsent = ready && !table.sent.value && settings.value.confirm;
    return {
      moving: table.moving.value || unsent,
      chosen: table.chosen.value.length > 0,
      made: Number(ready),
      finished: unsent,
    };
  },
  isBusy: () => table.busy.value || table.past.value !== null,
  text: (step) => TEXTS[step](),
  way: () => '',
  roll: () => '',
  arrow: () => '',
});
