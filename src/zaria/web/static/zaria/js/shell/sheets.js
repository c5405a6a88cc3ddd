/** Layers over the board and the sheet beside it: before the game, after it, while a player is absent. */
import { computed, effect } from '@preact/signals-core';
import { byId, lazy, mount, nothing } from '../ui/dom.js';
import { boot, online } from './connection.js';

let absences = () =>
  /** @type {{line: (side: number) => unknown, pane: () => unknown}|null} */ (null);

/**
 * The line of a card on which its absent player is waited for.
 * @param {number} side
 */
export const absence = (side) => absences()?.line(side) ?? nothing;

/**
 * A layer on the board.
 * @param {() => unknown} view
 */
export function layer(view) {
  const el = document.createElement('div');
  byId('board').append(el);
  mount(el, view);
}

/**
 * A sheet beside the board, which stays in sight; on a phone below it.
 * @param {() => unknown} view
 */
function beside(view) {
  const el = document.createElement('section');
  el.className = 'beside';
  byId('table').append(el);
  mount(el, view);
}

/**
 * What lies over the board before the game and after it, and while somebody is waited for.
 * @param {import('./state.js').TableState} table
 * @param {import('./commands.js').Commands<any>} commands
 * @param {Session} session
 * @param {() => void} close
 */
export function sheets(table, commands, session, close) {
  const open = computed(() => table.view.value.phase === 'open'),
    until = computed(() => table.view.value.until);
  /**
   * this visitor set the table: their seat is reserved, and they take it without being asked,
   * unless the table waits but for a while
   */
  const reserved = computed(
    () => open.value && table.you.value === null && table.kept.value && until.value === null,
  );
  const waiting = lazy(() => import('./open_table.js')),
    result = lazy(() => import('./result.js').then((m) => m.follow(table, session)));
  const asking = lazy(() =>
    import('./ready_check.js').then((m) => m.follow(table, commands, session, boot)),
  );
  absences = lazy(() => import('./absence.js').then((m) => m.follow(table, commands, session)));
  layer(() => {
    if (!open.value || reserved.value) return nothing;
    return (until.value === null ? waiting()?.pane(commands) : asking()?.pane()) ?? nothing;
  });
  beside(() => (table.sheet.value || table.again.value ? (result()?.(close) ?? nothing) : nothing));
  layer(() =>
    table.view.value.phase === 'over' && !table.view.value.result
      ? (asking()?.cleared() ?? nothing)
      : nothing,
  );
  layer(() => (table.claims.value ? (absences()?.pane() ?? nothing) : nothing));
  /** the visitor accepted the table's terms where they found it */
  let comes = location.hash === '#sit';
  if (comes) history.replaceState(null, '', location.pathname);
  effect(() => {
    if (
      !open.value ||
      table.you.value !== null ||
      table.seat.value === null ||
      table.barred ||
      !online.value ||
      table.held.value ||
      (!reserved.value && !comes)
    )
      return;
    queueMicrotask(() => {
      comes = false;
      commands.sit();
    });
  });
  effect(() => {
    const next = table.next.value;
    if (next && next !== boot.next && table.you.value !== null) location.assign(`/t/${next}#sit`);
  });
}
