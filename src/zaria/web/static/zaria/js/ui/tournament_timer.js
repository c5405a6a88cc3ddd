/**
 * The timer of tournaments in the head: counts down to the start of the nearest one, to the end of the
 * round, to the next match, or to the time by which the reader has to be at their match. The server draws
 * it first; its messages change it.
 */
const SECOND = 1000,
  HOUR = 3_600_000,
  DAY = 24 * HOUR;

const timer = document.getElementById('tournament-timer'),
  text = timer?.querySelector('b');
/** @type {number|undefined} */
let ticking;

/** @param {number} remaining ms; in words as `context.time_left` has them */
function words(remaining) {
  const seconds = Math.ceil(remaining / SECOND),
    { days = '', hours = '' } = timer?.dataset ?? {};
  if (remaining >= 2 * DAY) return days.replace('{n}', String(Math.round(remaining / DAY)));
  if (remaining >= HOUR) return hours.replace('{n}', String(Math.round(remaining / HOUR)));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {number} at on the clock of `performance.now` */
function count(at) {
  clearTimeout(ticking);
  const remaining = Math.max(0, at - performance.now());
  if (text) text.textContent = words(remaining);
  const wait = remaining > HOUR ? (remaining % 60_000) + 50 : (remaining % SECOND) + 20;
  if (remaining > 0) ticking = setTimeout(() => count(at), wait);
  else if (timer && !timer.classList.contains('start')) timer.hidden = true;
}

/** @type {Record<string, number>} */
const ORDER = { join: 0, next: 1, round: 2, start: 3 };

/**
 * Show the nearest of these countdowns: a call to a match, the next match, the end of a round, a start.
 * @param {readonly import('../protocol.js').Timer[]} entries
 * @param {number} now of the server
 */
export function showTimers(entries, now) {
  if (!timer) return;
  const due = entries.filter((entry) => entry.at > now && location.pathname !== `/t/${entry.id}`);
  const [first] = due.sort((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.at - b.at);
  timer.toggleAttribute('hidden', !first);
  if (!first) return;
  for (const kind of Object.keys(ORDER)) timer.classList.toggle(kind, kind === first.kind);
  timer.setAttribute('href', `${first.kind === 'join' ? '/t' : '/tournaments'}/${first.id}`);
  timer.title = timer.dataset[first.kind]?.replace('{title}', first.title) ?? first.title;
  count(performance.now() + first.at - now);
}

if (timer && !timer.hidden) count(performance.now() + Number(timer.dataset.left));
