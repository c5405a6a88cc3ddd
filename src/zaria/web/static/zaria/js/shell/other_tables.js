/** Messages about other tables, which a page at a table rarely gets: calls, invitations, offers. */
import { byId } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';

const tournamentCall = whenLoaded(() => import('./tournament_call.js')),
  callBack = whenLoaded(() => import('./call_back.js')),
  missedCall = whenLoaded(() => import('../live/missed_call.js')),
  invitations = whenLoaded(() => import('./invitations.js')),
  tableOffers = whenLoaded(() => import('../ui/table_offers.js'));

/**
 * @param {FromServer} message
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {import('../protocol.js').State} boot what the page began with
 */
export function receive(message, table, session, boot) {
  if (message.t === 'go') void tournamentCall((m) => m.receive(message, table, session));
  else if (message.t === 'guest') void callBack((m) => m.receive(message, table, session));
  else if (message.t === 'missed') void missedCall((m) => missed(m, message, boot));
  else if (message.t === 'offers') void tableOffers((m) => m.receive(message));
  else if (message.t === 'call' || message.t === 'calloff')
    void invitations((m) => m.receive(message));
}

/**
 * A table was cleared: its own page says so, unless it was opened too late.
 * @param {typeof import('../live/missed_call.js')} line
 * @param {import('../protocol.js').CallMissed} message
 * @param {import('../protocol.js').State} boot
 */
function missed(line, message, boot) {
  if (message.m === boot.m && boot.v.phase === 'open') line.note(message);
  else void line.show(message, (el) => byId('table').before(el));
}
