/** Up to which line this device has shown the rooms of many, and the chats of tables. */
import { keep, recall } from '../live/storage.js';

const KEY = 'zaria.read',
  MOST = 100;

/** @returns {[string, number][]} by conversation, the latest last */
const marks = () => JSON.parse(recall(KEY) ?? '[]');

/**
 * The number of the last line shown, 0 for none.
 * @param {string} id
 */
export const readUpTo = (id) => marks().find(([room]) => room === id)?.[1] ?? 0;

/**
 * @param {string} id
 * @param {number} n
 */
export function markRead(id, n) {
  if (n <= readUpTo(id)) return;
  const others = marks().filter(([room]) => room !== id);
  keep(KEY, JSON.stringify([...others, [id, n]].slice(-MOST)));
}

/**
 * The lines of others that were not shown here.
 * @param {import('./conversation.js').Conversation} conversation
 */
export function unreadLines({ id, lines, muted }) {
  const read = readUpTo(id);
  return muted.value ? [] : lines.value.filter(({ n, own: isOwn }) => n > read && !isOwn);
}
