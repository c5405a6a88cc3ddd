/**
 * The page of a tournament: it follows the tournament while it is played, without moving what its
 * reader looks at. The server draws all of it.
 */
import { Socket } from '../live/socket.js';
import { importModule, whenLoaded } from '../ui/imports.js';
import { keepTimes, showTimes } from '../ui/times.js';

const EVERY = 10_000,
  SELDOM = 30_000,
  SPREAD = 700,
  SLOW = 15_000,
  HOUR = 3600;

const main = /** @type {HTMLElement} */ (document.getElementById('main')),
  live = /** @type {HTMLElement} */ (document.getElementById('live')),
  ownPanel = /** @type {HTMLElement} */ (document.getElementById('own'));
const { tournament = '', query = '', phase = '' } = main.dataset;
const lasts = phase === 'open' || phase === 'playing';
let tag = '',
  asking = false;

const knows = main.hasAttribute('data-known');
/** @type {import('./tournament_boards.js').Boards|undefined} */
let boards;
/** @type {Socket|undefined} */
let socket;
/** @type {Promise<void>|undefined} */
let listening;
/** @type {ReturnType<typeof import('./room.js').follow>|undefined} */
let room;

/**
 * Hear of events on the socket, and of what waits for a visitor with a name.
 * @param {typeof import('../lobby/waiting.js').Waiting} [Waiting]
 */
function listen(Waiting) {
  let lastNumber = -1;
  const opened = new Socket(
    (message) => {
      if (message.t === 'tournament') {
        if (message.id === tournament && lastNumber >= 0) soon();
        if (message.id === tournament) lastNumber = message.n;
      } else if (!boards?.hear(message) && !room?.hear(message)) waiting?.hear(message);
    },
    () => {},
  );
  const waiting = Waiting && new Waiting((message) => opened.say(message));
  opened.onOpen = () => {
    if (knows) opened.say({ t: 'hall', what: '' });
    if (lasts) opened.say({ t: 'tournament', id: tournament });
    boards?.again();
    room?.again();
  };
  return opened;
}

const tournamentBoards = whenLoaded(() => import('./tournament_boards.js'));

/** Draw the boards that are played on; a visitor without a name opens a socket for them alone. */
async function showBoards() {
  if (!boards && live.querySelector('[data-board]')) {
    const { Boards } = await tournamentBoards((m) => m);
    await listening;
    const { own: name = '' } = main.dataset;
    boards ??= new Boards(live, (message) => (socket ??= listen()).say(message), name);
  }
  boards?.show();
}

/** @type {number|undefined} */
let waits;

/** Ask in a moment: not all readers at once, and not twice for events that come together. */
function soon() {
  clearTimeout(waits);
  waits = setTimeout(() => void refresh(), Math.random() * SPREAD);
}

/**
 * A part of the page as it is now; null where nothing has changed, or no answer came.
 * @param {string} path
 * @param {Record<string, string>} [headers]
 */
async function ask(path, headers = {}) {
  try {
    const answer = await fetch(`/tournaments/${tournament}/${path}`, {
      headers,
      signal: AbortSignal.timeout(SLOW),
    });
    return answer.status === 200 ? answer : null;
  } catch {
    return null;
  }
}

/** Ask for both parts, and show what has changed. */
async function refresh() {
  if (asking) return;
  asking = true;
  const before = shownPhase(),
    address = `live?lang=${document.documentElement.lang}${query && `&${query}`}`,
    answer = await ask(address, tag ? { 'If-None-Match': tag } : {});
  if (answer) {
    tag = answer.headers.get('ETag') ?? '';
    exchange(await answer.text());
  }
  // that of a visitor depends on the phase alone
  if ('own' in main.dataset || shownPhase() !== before) {
    const ownPart = await ask('own');
    if (ownPart) showOwn(await ownPart.text());
  }
  asking = false;
}

/**
 * Exchange the sections that have changed; what the reader looks at stays where it is.
 * @param {string} text
 */
function exchange(text) {
  const fresh = document.createElement('div');
  fresh.innerHTML = text;
  showTimes(fresh);
  exchangeParts(fresh);
  const before = anchor(),
    oldSections = new Map(sections().map((section) => [section.id, section]));
  const columns = [...fresh.children];
  for (const column of columns)
    column.replaceChildren(
      ...[...column.children].map((section) => {
        const old = oldSections.get(section.id);
        if (!old) return section;
        if (old.innerHTML === section.innerHTML) return old;
        keepState(old, section);
        return section;
      }),
    );
  live.replaceChildren(...columns);
  for (const [section, fromLeft, top] of scrolled.splice(0)) section.scrollTo(fromLeft, top);
  if (before) {
    const now = document.getElementById(before.id)?.getBoundingClientRect().top;
    if (now !== undefined) scrollBy(0, now - before.top);
  }
  mark();
  offerCheck();
  void showBoards();
}

/**
 * Exchange what stands above: the words of the phase, and the facts.
 * @param {Element} fresh
 */
function exchangeParts(fresh) {
  const template = fresh.querySelector('template');
  if (!template) return;
  template.remove();
  for (const part of template.content.querySelectorAll('[data-part]')) {
    const old = main.querySelector(`[data-part='${part.getAttribute('data-part')}']`);
    showTimes(part);
    if (old && old.innerHTML !== part.innerHTML) old.replaceWith(part);
  }
}

/** The phase that is shown. */
const shownPhase = () => main.querySelector('[data-phase]')?.getAttribute('data-phase');

/** @type {[Element, number, number][]} */
const scrolled = [];

/**
 * What is open and how far it is scrolled stays so.
 * @param {Element} old
 * @param {Element} section
 */
function keepState(old, section) {
  const details = section.querySelectorAll('details'),
    boxes = section.querySelectorAll('.scroll');
  old.querySelectorAll('details').forEach((element, at) => {
    details[at]?.toggleAttribute('open', element.open);
  });
  old.querySelectorAll('.scroll').forEach((box, at) => {
    if (boxes[at]) scrolled.push([boxes[at], box.scrollLeft, box.scrollTop]);
  });
}

/** The sections of both columns. */
const sections = () => [...live.querySelectorAll(':scope > * > *')];

/** The section in the middle of the window, and where it begins. */
function anchor() {
  for (const section of sections()) {
    const { top, bottom } = section.getBoundingClientRect();
    if (bottom > innerHeight / 2) return { id: section.id, top };
  }
  return null;
}

/** @param {string} text */
function showOwn(text) {
  const fresh = document.createElement('div');
  fresh.innerHTML = text;
  showTimes(fresh);
  const open = !!ownPanel.querySelector('details[open]');
  fresh.querySelector('details')?.toggleAttribute('open', open);
  if (signature(fresh) !== signature(ownPanel)) ownPanel.innerHTML = fresh.innerHTML;
  ownPanel.toggleAttribute('hidden', !ownPanel.textContent?.trim());
  count();
}

/**
 * The words of a panel without the time that runs.
 * @param {Element} root
 */
const signature = (root) =>
  [...root.querySelectorAll('h2, p:not(:has([role=timer])), li, a')]
    .map((cell) => cell.textContent?.trim())
    .join('|');

/** Count the time down that is left to come to a match, or to the start. */
function count() {
  const el = /** @type {HTMLElement|null} */ (ownPanel.querySelector('[role=timer]'));
  clearInterval(counting);
  if (!el) return;
  const { left: remaining, until } = el.dataset,
    at = performance.now() + Number(remaining ?? Number(until) - Date.now());
  const tick = () => {
    const seconds = Math.max(0, Math.floor((at - performance.now()) / 1000));
    if (seconds < HOUR)
      el.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  tick();
  counting = setInterval(tick, 1000);
}
/** @type {number|undefined} */
let counting;

/** The reader's own name stands out. */
function mark() {
  const name = main.dataset.own;
  if (!name) return;
  for (const cell of live.querySelectorAll('[data-name]'))
    if (cell.getAttribute('data-name') === name)
      cell.closest('tr, .side, li')?.classList.add('mine');
}

/** Where the browser does not do so by itself, a bracket opens at its current round. */
function openBrackets() {
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  for (const round of live.querySelectorAll('.bracket-round.current'))
    if (round instanceof HTMLElement && round.parentElement)
      round.parentElement.scrollLeft = round.offsetLeft - round.parentElement.offsetLeft;
}

/** The buttons that need a script: they copy the address of the page, or print it. */
function offerActions() {
  for (const button of main.querySelectorAll('button[data-do]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.onclick = button.dataset.do === 'print' ? () => print() : () => void copy(button);
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const words = button.querySelector('span');
  try {
    await navigator.clipboard.writeText(location.href.split(/[?#]/)[0]);
    if (words) words.textContent = button.dataset.done ?? '';
  } catch {
    button.hidden = true; // the browser does not allow it
  }
}

/** The draw can be checked where its secret is open. */
function offerCheck() {
  const button = document.getElementById('check-draw');
  if (!button || !globalThis.crypto?.subtle) return;
  button.hidden = false;
  button.onclick = async () => {
    const { check } = await importModule(() => import('./tournament_draw.js'));
    const verdict = /** @type {HTMLElement} */ (document.getElementById('draw-checked'));
    const good = await check(tournament, live, button.dataset.drawn ?? '');
    verdict.textContent = (good ? verdict.dataset.good : verdict.dataset.bad) ?? '';
  };
}

keepTimes();
mark();
count();
offerCheck();
offerActions();
openBrackets();
if (knows)
  listening = whenLoaded(() => import('../lobby/waiting.js'))(({ Waiting }) => {
    socket = listen(Waiting);
  });
const place = document.querySelector('[data-conversation]');
if (place instanceof HTMLElement)
  void whenLoaded(() => import('./room.js'))((m) => {
    room = m.follow(place, (message) => socket?.say(message));
  });
void showBoards();
if (lasts) {
  setInterval(
    () => {
      if (!document.hidden) void refresh();
    },
    knows ? SELDOM : EVERY,
  );
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh();
  });
}
