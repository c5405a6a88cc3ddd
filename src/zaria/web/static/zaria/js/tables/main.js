/** The page of a tables game: puts its parts together. */
import { computed, effect, signal } from '@preact/signals-core';
import { byId, lazy, nothing } from '../ui/dom.js';
import { drawOn } from '../ui/first_press.js';
import { importModule, whenLoaded } from '../ui/imports.js';
import { DiceActions, autopilot } from './actions.js';
import { createBoard } from './board.js';
import { card, giving, keys, moves, onBoard, seal, thumbs } from './controls.js';
import { boot, connect } from '../shell/events.js';
import { compact, menu, upright } from '../shell/controls.js';
import { assemblePage, markReady, layer } from '../shell/page.js';
import { settings } from '../shell/settings.js';
import { DiceEventDisplay } from './event_display.js';
import { DiceTable } from './state.js';

const table = new DiceTable(boot),
  show = new DiceEventDisplay(table),
  resigning = signal(false);
const session = connect(
  table,
  show,
  () => actions,
  (kind) => {
    if (kind === 'play') table.reject();
  },
);
const actions = new DiceActions(table, session);

const halves = boot.v.hand
  ? await importModule(() => import('./halves.js'), undefined, true)
  : undefined;
// without it the table is drawn as usual, until it can be fetched
const quarter =
  !halves && upright.value && settings.value.upright
    ? await import('./upright.js').catch(() => null)
    : null;
const board = createBoard(table, actions, byId('board'), upright, halves, quarter);
layer(() => onBoard(actions, compact));
const strip = lazy(() => import('./strip.js').then((m) => m.follow(table)));
const hasStripText = computed(() => {
  const v = table.view.value;
  return (
    v.stage > 0 ||
    v.rest ||
    v.later.length > 0 ||
    v.pips.includes(0) ||
    v.hand ||
    settings.value.names
  );
});
layer(() => (hasStripText.value ? (strip()?.() ?? nothing) : nothing));

const lastTurn = whenLoaded(() => import('./last_turn.js'));

/** Show the other side's last turn once more. */
function again() {
  if (actions.canLookBack) void lastTurn((m) => m.show(table, show.queue));
}

assemblePage(table, show, actions, session, {
  card: (rel, now) => card(actions, rel, now, upright.value, again),
  moves: () => moves(table),
  foot: (open) => seal(table, open),
  giving: () => giving(actions, resigning),
  thumbs: () => thumbs(actions),
  pictures: whenLoaded(() => import('./picture.js')),
  flip: () => actions.flip(),
  keys: keys(actions, board, () => session.now, again),
  shut: () => {
    const was = resigning.value;
    resigning.value = false;
    return was;
  },
});
effect(() => {
  if (!actions.canResign) resigning.value = false;
});
effect(() => {
  if (table.sheet.value || actions.canAnswer || table.view.value.phase === 'resign')
    menu.value = false;
});
autopilot(actions);
drawOn(board.root, board, () => import('./drawings.js'));
markReady(
  { view: board, table, actions, session, show },
  () => import('./hint.js'),
  () => import('./guide.js'),
);
