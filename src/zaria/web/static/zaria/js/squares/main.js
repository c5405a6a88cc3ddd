/** The page of a table of squares: puts its parts together. */
import { effect } from '@preact/signals-core';
import { byId, html } from '../ui/dom.js';
import { boot, connect } from '../shell/connection.js';
import { compact, menu } from '../shell/viewport.js';
import { assemblePage, markReady } from '../shell/page.js';
import { layer } from '../shell/sheets.js';
import { card, foot, moves } from './side_panel.js';
import { answers, giving, keys, onBoard, row, thumbs } from './controls.js';
import { autopilot, BoardActions } from './actions.js';
import { BoardEventDisplay } from './event_display.js';
import { createBoard } from './board.js';
import { BoardTable } from './state.js';

const table = new BoardTable(boot),
  show = new BoardEventDisplay(table);
const session = connect(
  table,
  show,
  () => actions,
  (what) => {
    if (what === 'move') actions.reject();
  },
);
const actions = new BoardActions(table, session),
  board = createBoard(table, actions, byId('board'));
layer(() => onBoard(actions));
assemblePage(table, show, actions, session, {
  card: (rel, now) => card(table, rel, now, compact.value),
  moves: () => moves(table),
  foot: () => foot(table),
  giving: () =>
    compact.value ? giving(actions) : html`${answers(actions)}${row(actions)}${giving(actions)}`,
  thumbs: () => thumbs(actions),
  pictures: () => import('./picture.js'),
  flip: () => {
    table.reversed.value = !table.reversed.value;
  },
  keys: keys(actions, () => session.now),
  shut: () => {
    const was = table.plan.value.length > 0 || table.promotions.value.length > 0;
    actions.clear();
    return was;
  },
});
effect(() => {
  if (table.sheet.value || (table.moment.value?.draw ?? null) !== null) menu.value = false;
});
autopilot(actions);
markReady(
  { view: board, table, actions, session, show },
  {
    place: board.field,
    begun: () => table.chosen.value.length > 1 || table.ready.value !== null,
    layout: () => void table.turned.value,
    drawn: async (over, choice) => {
      const of = { ...table.grid.value, turned: table.turned.value };
      return (await import('./hint.js')).hintArrows(over, choice, of);
    },
  },
);
