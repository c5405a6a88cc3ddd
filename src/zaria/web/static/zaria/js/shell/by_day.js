/**
 * What a table by the day has beside others: the moves since the viewer's last look, the way to the next
 * table, and a note to oneself. Its words and its markup come with the page.
 */
import { effect } from '@preact/signals-core';
import { html } from '../ui/dom.js';
import { ENOUGH, importModule } from '../ui/imports.js';
import { settings } from './settings.js';

/** Where the browser keeps what it showed last, and at how many tables. */
const SEEN = 'zaria:seen',
  MOST_SEEN = 200;
/** Milliseconds for which the next table that was named counts, and after which its page is loaded anew. */
const FRESH = 120_000,
  LOADED = 20_000;

/**
 * What was on the board at the last look: the number of the game, and of the lines of its log.
 * @typedef {[game: number, lines: number]} Look
 */

/** @returns {Record<string, Look>} */
function looks() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Note what the viewer sees; the tables that were looked at last stay.
 * @param {string} id
 * @param {Look} look
 */
function remember(id, look) {
  const others = Object.entries(looks()).filter(([table]) => table !== id),
    entries = [...others, [id, look]].slice(-MOST_SEEN);
  try {
    localStorage.setItem(SEEN, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    /* a browser without storage shows the moves since the viewer's own */
  }
}

/**
 * The line of the log after which the viewer has seen nothing yet: what this browser showed last, else the
 * viewer's own last move, for which they saw the board.
 * @param {Look|undefined} look
 * @param {number} game the number of the present game
 * @param {readonly LogLine[]} log
 * @param {number|null} side the viewer's
 */
function firstUnseen(look, game, log, side) {
  if (look) return look[0] === game ? Math.min(look[1], log.length) : 0;
  return log.findLastIndex((line) => line.side === side) + 1;
}

/** The next table that waits for the viewer: asked for before it is needed. */
class NextTable {
  /** @param {string} id the table where they are */
  constructor(id) {
    this.id = id;
    this.at = -Infinity;
    /** @type {Promise<{path: string|null, waits: number, vacation: string}|null>} */
    this.answer = Promise.resolve(null);
  }

  /** @param {boolean} [anew] even if it was asked for a moment ago */
  find(anew = false) {
    const now = performance.now();
    if (!anew && now - this.at < FRESH) return this.answer;
    this.at = now;
    this.answer = this.ask();
    return this.answer;
  }

  async ask() {
    try {
      const answer = await fetch(`/next/table?from=${this.id}`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (answer.ok) return await answer.json();
    } catch {
      /* as without an answer */
    }
    this.at = -Infinity; // it is asked for anew when it is needed
    return null;
  }
}

/**
 * Have a page loaded in advance: by the worker of the club, else by the browser. Browsers do not use what
 * they have loaded in advance for a page that a worker answers for.
 * @param {string} path
 */
function prefetch(path) {
  const worker = navigator.serviceWorker?.controller;
  if (worker) worker.postMessage({ next: path });
  if (worker || !HTMLScriptElement.supports?.('speculationrules')) return;
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  const allowed = document.querySelector('script[nonce]');
  rules.nonce = allowed instanceof HTMLElement ? (allowed.nonce ?? '') : '';
  rules.textContent = JSON.stringify({
    prefetch: [{ source: 'list', urls: [path], eagerness: 'immediate' }],
  });
  document.head.append(rules);
}

/**
 * @param {{table: import('./state.js').TableState, session: Session,
 *   actions?: import('./state.js').Commands<any>}} page
 */
export function follow({ table, session, actions }) {
  keepLooks(table);
  goOn(table, new NextTable(table.id));
  saveNote();
  if (actions) followResult(table, actions, session);
}

/**
 * In a race a game may be decided in fact.
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 */
function followResult(table, commands, session) {
  const stop = effect(() => {
    if (!table.playing || !table.view.value.race) return;
    queueMicrotask(() => stop());
    void importModule(() => import('./result_offer.js')).then((m) =>
      m.follow(table, commands, session),
    );
  });
}

/** @param {import('./state.js').TableState} table */
function keepLooks(table) {
  const { game_no, phase } = table.view.value,
    log = table.log.value,
    from = firstUnseen(looks()[table.id], game_no, log, table.you.value);
  let hasSeen = from >= log.length || ['open', 'over'].includes(phase);
  const keep = () => {
    if (hasSeen && !table.past.peek())
      remember(table.id, [table.view.peek().game_no, table.log.peek().length]);
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keep();
  });
  if (hasSeen) {
    keep();
    return;
  }
  void importModule(() => import('./past.js')).then(async (m) => {
    await m.playSince(table, from);
    hasSeen = true;
  });
}

/**
 * @param {import('./state.js').TableState} table
 * @param {NextTable} next
 */
function goOn(table, next) {
  const link = /** @type {HTMLAnchorElement|null} */ (document.getElementById('next-move')),
    badge = link?.querySelector('.badge');
  const isMine = () => table.you.value !== null && table.view.value.to_act === table.you.value;
  const show = async (anew = false) => {
    const answer = await next.find(anew);
    if (answer?.vacation)
      table.vacation.value = html`<span class="on-vacation">${answer.vacation}</span>`;
    if (!link || !badge || !answer) return answer;
    link.hidden = !answer.path;
    badge.textContent = String(answer.waits - (isMine() ? 1 : 0));
    return answer;
  };
  let loadedAt = -Infinity;
  const load = async () => {
    if (performance.now() - loadedAt < LOADED) return;
    loadedAt = performance.now();
    const answer = await show();
    if (answer?.path) prefetch(answer.path);
  };
  void load();
  // a turn may take longer than a page stays good
  effect(() => {
    if (hasSteps(table)) void load();
  });
  onOwnTurnDone(table, async () => {
    const answer = settings.value.next_table ? await show() : await show(true);
    if (settings.value.next_table && answer?.path && !hasUnsent(table))
      location.assign(answer.path);
  });
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (
      e.key !== 'n' ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      hasUnsent(table) ||
      target.closest('dialog,input,select,textarea')
    )
      return;
    void show().then((answer) => {
      if (answer?.path) location.assign(answer.path);
    });
  });
}

/**
 * Whether the viewer has played steps that are not sent yet.
 * @param {import('./state.js').TableState} table
 */
const hasSteps = (table) => 'unsent' in table && !!table.unsent;

/**
 * Whether steps, or a text, would be left behind.
 * @param {import('./state.js').TableState} table
 */
const hasUnsent = (table) =>
  hasSteps(table) ||
  [
    .../** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (
      document.querySelectorAll('textarea,.chat-form input')
    ),
  ].some((field) => field.value !== field.defaultValue);

/**
 * Act once a command of this page has ended the viewer's turn, and the board shows it. A turn that was played
 * on another device, or in another tab, is none.
 * @param {import('./state.js').TableState} table
 * @param {() => void} act
 */
function onOwnTurnDone(table, act) {
  const isMine = () => table.you.value !== null && table.latest.value.to_act === table.you.value;
  let had = isMine(),
    before = Infinity; // commands acknowledged before the one that ended the turn
  effect(() => {
    const has = isMine();
    if (has) before = Infinity;
    else if (had && table.waiting.peek()) before = table.acks.peek();
    had = has;
  });
  effect(() => {
    if (table.acks.value <= before || table.busy.value) return;
    before = Infinity;
    if (!['open', 'over'].includes(table.view.peek().phase)) act();
  });
}

/** The note is saved beside the board, and the page stays. */
function saveNote() {
  const form = document.getElementById('by-day-note'),
    line = form?.querySelector('.by-day-saved');
  if (!(form instanceof HTMLFormElement) || !(line instanceof HTMLElement)) return;
  form.addEventListener('input', () => {
    line.textContent = '';
  });
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    void send(form, line);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 */
async function send(form, line) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  body.delete('once'); // the note is saved as often as it changes
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(ENOUGH),
    });
    const refusal = answer.ok ? '' : (await answer.json()).text;
    line.textContent = refusal || (line.dataset.saved ?? '');
    const text = form.querySelector('textarea');
    if (text && !refusal) text.defaultValue = body.get('text') ?? '';
  } catch {
    form.submit();
  }
}
