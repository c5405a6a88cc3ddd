/** The page of a table of squares: puts its parts together. */
import { effect } from '@preact/signals-core';
import { byId, html } from '../ui/dom.js';
import { boot, connect } from '../shell/connection.js';
import { compact, menu } from '../shell/viewport.js';
import { furnish, ready } from '../shell/page.js';
import { layer } from '../shell/sheets.js';
import { card, foot, moves } from './side_panel.js';
import { answers, giving, keys, onBoard, row, thumbs } from './controls.js';
import { autopilot, Deeds } from './actions.js';
import { Show } from './event_display.js';
import { stage } from './board.js';
import { Game } from './state.js';

const table = new Game(boot),
  show = new Show(table);
const live = connect(
  table,
  show,
  () => deeds,
  (what) => {
    if (what === 'move') deeds.reject();
  },
);
const deeds = new Deeds(table, live),
  board = stage(table, deeds, byId('board'));
layer(() => onBoard(deeds));
furnish(table, show, deeds, live, {
  card: (rel, now) => card(table, rel, now, compact.value),
  moves: () => moves(table),
  foot: () => foot(table),
  giving: () =>
    compact.value ? giving(deeds) : html`${answers(deeds)}${row(deeds)}${giving(deeds)}`,
  thumbs: () => thumbs(deeds),
  pictures: () => import('./picture.js'),
  flip: () => {
    table.about.value = !table.about.value;
  },
  keys: keys(deeds, () => live.now),
  shut: () => {
    const was = table.plan.value.length > 0 || table.asks.value.length > 0;
    deeds.clear();
    return was;
  },
});
effect(() => {
  if (table.sheet.value || (table.moment.value?.draw ?? null) !== null) menu.value = false;
});
autopilot(deeds);
ready(
  { view: board, table, actions: deeds, live, show },
  {
    place: board.field,
    begun: () => table.chosen.value.length > 1 || table.ready.value !== null,
    layout: () => void table.turned.value,
    drawn: async (over, choice) => {
      const of = { ...table.grid.value, turned: table.turned.value };
      return (await import('./hint.js')).drawn(over, choice, of);
    },
  },
);
