/** The connection of a match page: passes what the server sends to the parts of the page. */
import { effect, signal } from '@preact/signals-core';
import { Session } from '../live/session.js';
import { byId, lazy } from '../ui/dom.js';
import { note } from './announcer.js';

/** @type {import('../protocol.js').State} */
export const boot = JSON.parse(byId('boot').textContent ?? '');

export const online = signal(true);

/** asks for the members' ratings anew */
let reloadRatings = () => /** @type {(() => Promise<void>)|null} */ (null);

/**
 * Takes what the server says of a search for an opponent beside this table.
 * @type {((message: FromServer) => void)|null}
 */
let onSearchMessage = null;

/**
 * Search for an opponent beside the table.
 * @param {Session} session
 * @param {import('../live/search.js').Wanted} wanted
 */
export async function startSearch(session, wanted) {
  const { follow } = await import('./background_search.js');
  const { hear, search } = follow(session, wanted);
  onSearchMessage = hear;
  return search;
}

/**
 * Open the session of the match.
 * @param {import('./state.js').TableState} table
 * @param {import('./event_display.js').EventDisplay<any>} show
 * @param {() => import('./commands.js').Commands<any>} commands
 * @param {(what: string) => void} refused takes back what was drawn
 */
export function connect(table, show, commands, refused) {
  const session = new Session(table.id, boot.n, hear, (up) => {
    online.value = up;
    table.paused.value = false;
  });
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  session.clockOffset = boot.now - (loaded?.responseStart ?? 0);
  effect(() => session.pause(table.paused.value));
  return session;

  /** @param {FromServer} message */
  function hear(message) {
    if (message.t === 'call' || message.t === 'calloff')
      void import('./invitations.js').then((m) => m.receive(message));
    // the list of tables may be a moment behind: the search is repeated anyway
    if (onSearchMessage && message.t === 'no' && message.code === 'awaited') return;
    if (message.t === 'seeking' || message.t === 'go' || message.t === 'no')
      onSearchMessage?.(message);
    if (message.t === 'state') {
      show.queue.clear();
      table.take(message);
      table.sheet.value = message.v.phase === 'over' ? 'match' : '';
    } else if (message.t === 'ev') show.push(message);
    else if (message.t === 'away') table.away.value = message.away;
    else if (message.t === 'crowd') table.crowd.value = message.n;
    else if (message.t === 'again') {
      table.next.value = message.next ?? null;
      table.again.value = message.offer ?? null;
    } else if (message.t === 'go' && message.why === 'again' && table.rematchRequested)
      table.next.value = message.m;
    else if (message.t === 'rated') void reloadRatings()?.();
    else if (message.t === 'status') table.paused.value = !message.up;
    else if (message.t === 'ack') commands().answered(message.c);
    else if (message.t === 'no') {
      const asked = commands().answered(message.c);
      note(message.text, 4000);
      if (message.code === 'pair_limit' || message.code === 'rated_again') void reloadRatings()?.();
      if (asked) {
        refused(asked);
        table.held.value = true;
        session.watch(-1);
      }
    }
  }
}

/**
 * Load the ratings of members at the table, now and whenever they change.
 * @param {import('./state.js').TableState} table
 */
export function followRatings(table) {
  reloadRatings = lazy(() => import('./rating_changes.js').then((m) => m.follow(table)));
  effect(() => {
    if (table.view.value.rated || table.view.value.players.some((one) => one?.member))
      reloadRatings();
  });
}
