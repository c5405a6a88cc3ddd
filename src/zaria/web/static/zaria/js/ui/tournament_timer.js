/**
 * The timer of tournaments in the head: counts down to the start of the nearest one, or to the time by
 * which the reader has to be at their match. The server draws it first; its messages change it.
 */
const SECOND = 1000,
  HOUR = 3_600_000,
  DAY = 24 * HOUR;

const timer = document.getElementById('tournament-timer'),
  text = timer?.querySelector('b');
/** @type {number|undefined} */
let ticking;

/** @param {number} left ms; in words as `context.time_left` has them */
function words(left) {
  const seconds = Math.ceil(left / SECOND),
    { days = '', hours = '' } = timer?.dataset ?? {};
  if (left >= 2 * DAY) return days.replace('{n}', String(Math.floor(left / DAY)));
  if (left >= HOUR) return hours.replace('{n}', String(Math.floor(left / HOUR)));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {number} at on the clock of `performance.now` */
function count(at) {
  clearTimeout(ticking);
  const left = Math.max(0, at - performance.now());
  if (text) text.textContent = words(left);
  const wait = left > HOUR ? (left % 60_000) + 50 : (left % SECOND) + 20;
  if (left > 0) ticking = setTimeout(() => count(at), wait);
  else if (timer?.classList.contains('join')) timer.hidden = true;
}

/**
 * Show the nearest of these countdowns; being called to a match comes first.
 * @param {readonly import('../protocol.js').Timer[]} entries
 * @param {number} now of the server
 */
export function showTimers(entries, now) {
  if (!timer) return;
  const due = entries.filter((one) => one.at > now && location.pathname !== `/t/${one.id}`);
  const [first] = due.sort(
    (one, two) => Number(two.kind === 'join') - Number(one.kind === 'join') || one.at - two.at,
  );
  timer.toggleAttribute('hidden', !first);
  if (!first) return;
  const joins = first.kind === 'join';
  timer.classList.toggle('join', joins);
  timer.setAttribute('href', `${joins ? '/t' : '/tournaments'}/${first.id}`);
  timer.title = first.title;
  count(performance.now() + first.at - now);
}

if (timer && !timer.hidden) count(performance.now() + Number(timer.dataset.left));
