/** The page of a board game: puts its parts together, and keeps the board equal to the state. */
import { effect } from '@preact/signals-core';
import { boot, connect } from '../shell/events.js';
import { compact, lookBack, menu } from '../shell/controls.js';
import { assemblePage, markReady, layer } from '../shell/page.js';
import { settings } from '../shell/settings.js';
import { motion, t, byId, html, lazy, nothing } from '../ui/dom.js';
import { drawOn } from '../ui/first_press.js';
import { whenLoaded } from '../ui/imports.js';
import { autopilot, BoardActions } from './actions.js';
import { answers, giving, keys, onBoard, row, thumbs } from './controls.js';
import { BoardEventDisplay, BoardTable } from './state.js';
import { houses, squareOf } from './geometry.js';
import { isChess } from './pieces.js';
import { describe, sayChosen, card, foot, moves } from './side_panel.js';
import { SquaresView } from './view.js';

/** ms for which the position before the last move is seen again */
const AGAIN = 600;

/**
 * @param {import('./state.js').BoardTable} table
 * @param {import('./actions.js').BoardActions} actions
 * @param {HTMLElement} root
 */
function createBoard(table, actions, root) {
  const { game, options } = table.view.value;
  const board = new SquaresView(
    root,
    {
      game,
      grid: table.grid.value,
      houses: game === 'ugolki' ? houses(String(options.house ?? '4x3')) : [],
    },
    {
      sources: () => table.sources.value,
      targets: () => table.targets.value,
      grips: (at) =>
        table.planning.value ? table.owner(at) === table.you.value : table.sources.value.has(at),
      held: () => {
        if (!table.planning.value) return table.chosen.value.at(-1) ?? -1;
        return table.plan.value.length === 1 ? table.plan.value[0] : -1;
      },
      anywhere: () => table.planning.value,
      describe: (at) => describe(table, at),
      pick: (at) => actions.pick(at),
      tap: (at) => actions.tap(at),
      go: (at) => actions.go(at),
      clear: () => {
        if (!table.past.value) actions.clear();
      },
    },
  );
  board.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));
  effect(() => {
    motion.speed = settings.value.speed;
  });
  effect(() => sayChosen(table));
  effect(() => board.turn(table.turned.value));
  effect(() => board.set(table.at.value, table.captured.value, trail(table)));
  effect(() => board.light(marks(table)));
  return board;
}

/**
 * The way of the piece that moved last: the viewer's own first, which the server does not know yet.
 * @param {import('./state.js').BoardTable} table
 */
function trail(table) {
  const ready = table.ready.value,
    past = table.past.value,
    { value } = table.chosen,
    last = past ? past.position.squares?.last : table.moment.value?.last;
  if (ready && !past) return ready;
  if (value.length > 1 && !past) return { path: value, takes: [] };
  return last
    ? {
        path: last.path.map((name) => squareOf(table.grid.value, name)),
        takes: last.takes.map((name) => squareOf(table.grid.value, name)),
      }
    : null;
}

/**
 * @param {import('./state.js').BoardTable} table
 * @returns {import('./view.js').Marks}
 */
function marks(table) {
  const last = trail(table),
    { hints } = settings.value,
    { value } = table.chosen,
    marksMovable = hints && !isChess(table.view.value.game);
  return {
    last: last && !table.plan.value.length ? last.path : [],
    plan: table.plan.value,
    chosen: table.moving.value ? (value.at(-1) ?? -1) : -1,
    targets: hints ? table.targets.value : new Map(),
    can: marksMovable ? table.sources.value : new Set(),
    check: checked(table),
  };
}

/**
 * The king in check, by the text of the last move.
 * @param {import('./state.js').BoardTable} table
 */
function checked(table) {
  const past = table.past.value,
    line = table.log.value[(past?.number ?? table.log.value.length) - 1];
  if (!isChess(table.view.value.game) || !line || !/[+#]$/.test(line.text)) return -1;
  if (table.ready.value && !past) return -1;
  return table.at.value.indexOf(line.side ? 'K' : 'k');
}

const table = new BoardTable(boot),
  show = new BoardEventDisplay(table);
const session = connect(
  table,
  show,
  () => actions,
  (kind) => {
    if (kind === 'move') actions.reject();
  },
);
const actions = new BoardActions(table, session),
  board = createBoard(table, actions, byId('board'));

const opening = lazy(() => import('./opening.js'));

/** The name of a chess opening, while the list of moves can be seen. */
const openingLine = () =>
  table.view.value.game === 'chess' &&
  !table.view.value.from_position &&
  (menu.value || !compact.value)
    ? (opening()?.line(table) ?? nothing)
    : nothing;

/** Show the other side's last move once more, from the position before it. */
function again() {
  if (!actions.canLookBack) return;
  board.set(table.before.value, [], null);
  setTimeout(() => board.set(table.at.value, table.captured.value, trail(table)), AGAIN);
}

layer(() => onBoard(actions));
assemblePage(table, show, actions, session, {
  card: (rel, now) =>
    card(table, rel, now, compact.value, actions.canLookBack ? lookBack(again) : nothing),
  moves: () => html`${openingLine()}${moves(table)}`,
  foot: () => foot(table),
  giving: () =>
    compact.value ? giving(actions) : html`${answers(actions)}${row(actions)}${giving(actions)}`,
  leaves: () => actions.canLeave,
  thumbs: () => thumbs(actions),
  pictures: whenLoaded(() => import('./picture.js')),
  flip: () => {
    table.reversed.value = !table.reversed.value;
  },
  keys: keys(actions, () => session.now, again),
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
drawOn(board.root, board, () => import('./drawings.js'));
markReady(
  { view: board, table, actions, session, show },
  () => import('./hint.js'),
  () => import('./guide.js'),
);
