/**
 * The page for spectators: the boards of the best matches, drawn over the page's socket while they are
 * in sight. The large board stays with its match until that is over, then goes on to the next one.
 */
import { Socket } from '../live/socket.js';
import { Waiting } from '../lobby/waiting.js';
import { Boards } from './tournament_boards.js';

const EVERY = 20_000,
  SPREAD = 3000,
  SLOW = 10_000;
/** a result stays in sight for so long (ms) before its board goes */
const RESULT = 5000;

const main = /** @type {HTMLElement} */ (document.getElementById('main')),
  live = /** @type {HTMLElement} */ (document.getElementById('live'));
const knows = 'known' in main.dataset;
let shown = live.innerHTML;

/** @type {Boards} */
const boards = new Boards(live, (message) => socket.say(message), main.dataset.own ?? '');
const socket = new Socket(
  (message) => {
    if (boards.hear(message)) ended(message);
    else waiting?.hear(message);
  },
  () => {},
);
const waiting = knows ? new Waiting((message) => socket.say(message)) : null;
socket.onOpen = () => {
  if (knows) socket.say({ t: 'hall', what: '' });
  boards.again();
};

/**
 * A match is over: ask for the list in a moment, not all readers at once.
 * @param {FromServer} message
 */
function ended(message) {
  if ((message.t === 'state' || message.t === 'ev') && message.v?.phase === 'over') soon(RESULT);
}

/** @type {number|undefined} */
let waits;

/** @param {number} wait */
function soon(wait) {
  clearTimeout(waits);
  waits = setTimeout(() => void refresh(), wait + Math.random() * SPREAD);
}

/** Ask for the list, and show it if it has changed. */
async function refresh() {
  soon(EVERY);
  if (document.hidden) return;
  try {
    const answer = await fetch(`/watch?part=1&lang=${document.documentElement.lang}`, {
      signal: AbortSignal.timeout(SLOW),
    });
    if (answer.ok) exchange(await answer.text());
  } catch {
    // the next answer will do
  }
}

/** @param {string} text */
function exchange(text) {
  if (text === shown) return;
  shown = text;
  const large = live.querySelector('[data-board]')?.getAttribute('data-board'),
    focused = document.activeElement?.getAttribute('href');
  live.innerHTML = text;
  const same = large && live.querySelector(`[data-board="${CSS.escape(large)}"]`);
  if (same) same.parentElement?.prepend(same);
  boards.show();
  if (focused)
    /** @type {HTMLElement|null} */ (live.querySelector(`a[href="${focused}"]`))?.focus();
}

boards.show();
soon(EVERY);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) soon(0);
});
document.documentElement.dataset.ready = '1';
