/**
 * Commands that the line did not take: the next page of the same side sends them. The server executes a
 * command that has reached it only once.
 */
import { keep, recall } from '../live/storage.js';

/** @typedef {import('../live/session.js').Session} Session */
/** @typedef {import('../shell/state.js').TableState} TableState */

/**
 * Take over what an earlier page of a side could not send, if nothing has happened since.
 * @param {Session} session
 * @param {TableState} table
 * @param {string} key
 */
function takeOver(session, table, key) {
  const [n, commands] = JSON.parse(recall(key) ?? '[]');
  if (n !== session.n || session.unanswered.size) return;
  for (const [c, frame] of commands) {
    const command = { frame, at: 0 };
    session.unanswered.set(c, command);
    session.send(command);
    table.waiting.value = true;
  }
}

/**
 * Keep what a player's page has sent until it is answered.
 * @param {Session} session
 * @param {TableState} table
 */
export function follow(session, table) {
  table.you.subscribe((side) => {
    if (side === null) return;
    const key = `zaria.unsent.${session.match}.${side}`;
    takeOver(session, table, key);
    session.onUnanswered = () => {
      const unanswered = [...session.unanswered].map(([c, { frame }]) => [c, frame]);
      keep(key, unanswered.length ? JSON.stringify([session.n, unanswered]) : null);
    };
    session.onUnanswered();
  });
}
