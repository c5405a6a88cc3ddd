/** What the server sends: messages for the parts of the page, and events that are shown one after the other. */
import { effect, signal } from '@preact/signals-core';
import { Session } from '../live/session.js';
import { byId, lazy, motion } from '../ui/dom.js';
import { importModule, whenLoaded } from '../ui/imports.js';
import { note, say, sentence } from './announcer.js';

/** @type {import('../protocol.js').State} */
export const boot = JSON.parse(byId('boot').textContent ?? '');

export const online = signal(true);

/** Refusals of a page that did not know how the match would count. */
const RATING_CODES = ['pair_limit', 'pair_limit_staked', 'rated_again'];

/** Messages about other tables. */
const OTHER_TABLES = ['guest', 'missed', 'call', 'calloff', 'offers'];

const otherTables = whenLoaded(() => import('./other_tables.js')),
  head = whenLoaded(() => import('../ui/head.js')),
  mover = whenLoaded(() => import('../live/move.js')),
  backgroundSearch = whenLoaded(() => import('./background_search.js'));

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
 * @param {import('./state.js').TableState} [table] where a game is played meanwhile
 */
export const startSearch = (session, wanted, table) =>
  backgroundSearch(({ follow }) => {
    const { hear, search } = follow(session, wanted, table);
    onSearchMessage = hear;
    return search;
  });

/**
 * Open the session of the match.
 * @param {import('./state.js').TableState} table
 * @param {import('./events.js').EventDisplay<any>} show
 * @param {() => import('./state.js').Commands<any>} commands
 * @param {(action: string) => void} refused takes back what was drawn
 */
export function connect(table, show, commands, refused) {
  const session = new Session(
    table.id,
    boot.n,
    hear,
    (up) => {
      online.value = up;
      table.paused.value = false;
      if (up && table.room.value) table.listen();
    },
    boot.node,
  );
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  session.clockOffset = boot.now - (loaded?.responseStart ?? 0);
  effect(() => session.pause(table.paused.value));
  table.listen = () =>
    session.say({ t: 'conversation', id: `${table.room.value}:${table.id}`, n: -1 });
  effect(() => {
    if (table.room.value) queueMicrotask(table.listen);
  });
  return session;

  /** @param {FromServer} message */
  function hear(message) {
    if (table.hear(message)) return;
    if (OTHER_TABLES.includes(message.t) || (message.t === 'go' && message.why === 'tournament'))
      void otherTables((m) => m.receive(message, table, session, boot));
    if (message.t === 'timer') table.timers.value = message.entries;
    // the list of tables may be a moment behind: the search is repeated anyway
    if (onSearchMessage && message.t === 'no' && message.code === 'awaited') return;
    if (message.t === 'seeking' || message.t === 'go' || message.t === 'no')
      onSearchMessage?.(message);
    if (message.t === 'state') {
      show.queue.clear();
      table.take(message);
      table.sheet.value = message.v.phase === 'over' ? 'match' : '';
    } else if (message.t === 'ev') show.push(message);
    else if (message.t === 'owner') mover((m) => m.move(session, message.node));
    else if (message.t === 'away') table.away.value = message.away;
    else if (message.t === 'crowd') table.crowd.value = message.n;
    else if (message.t === 'treat') table.treats.value = [...table.treats.value, message];
    else if (message.t === 'again') {
      table.next.value = message.next ?? null;
      table.again.value = message.offer ?? null;
    } else if (message.t === 'go' && message.why === 'again' && table.rematchRequested)
      table.next.value = message.m;
    else if (['credits', 'unread', 'waits'].includes(message.t)) {
      if (message.t === 'credits') table.takeBalance(message.available);
      void head((m) => m.show(message));
    } else if (message.t === 'offers') table.offers.value = message.n;
    else if (message.t === 'rated') void reloadRatings()?.();
    else if (message.t === 'status') table.paused.value = !message.up;
    else if (message.t === 'ack') {
      if (commands().answered(message.c)) table.acks.value++;
    } else if (message.t === 'no') {
      const action = commands().answered(message.c);
      if (RATING_CODES.includes(message.code)) void reloadRatings()?.();
      else if (action === 'sit') table.seatRefusal.value = message;
      // a pane over the board hides the note
      if (!table.seatRefusal.value) note(message.text, 4000);
      if (action) {
        refused(action);
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
    if (table.view.value.rated || table.view.value.players.some((player) => player?.member))
      reloadRatings();
  });
}

const BACKLOG = 10;

/** Requests to take a turn back, and what follows. */
const TAKEBACKS = ['backrequest', 'backno', 'takenback'];

/** ms for a short sentence, at normal speed */
export const WORD = 700;

/**
 * Events one after the other, each with its time to be seen; later ones wait.
 * @template T
 */
export class Queue {
  /**
   * @param {(item: T, next: T|undefined) => number|Promise<unknown>} show draws an item; the ms to
   * leave it, or a promise of being done
   * @param {(busy: boolean) => void} busy
   */
  constructor(show, busy) {
    this.show = show;
    this.busy = busy;
    /** @type {T[]} */
    this.items = [];
    this.running = false;
    this.age = 0;
    /** @type {() => void} */
    this.skip = () => {};
  }

  /** @param {T} item */
  push(item) {
    this.items.push(item);
    if (!this.running) void this.run();
  }

  /** Forget everything that waits, and what is being shown. */
  clear() {
    this.age++;
    this.items = [];
    this.skip();
    if (this.running) this.busy(false);
    this.running = false;
  }

  /**
   * Wait, unless something skips it.
   * @param {number} ms
   * @returns {Promise<boolean>} false if the queue was cleared meanwhile
   */
  async pause(ms) {
    const { age } = this;
    if (ms > 0)
      await new Promise((/** @type {(_: void) => void} */ done) => {
        const timer = setTimeout(done, ms);
        this.skip = () => {
          clearTimeout(timer);
          done();
        };
      });
    return age === this.age;
  }

  async run() {
    const { age } = this;
    this.running = true;
    this.busy(true);
    while (age === this.age && this.items.length) {
      const item = /** @type {T} */ (this.items.shift()),
        held = this.show(item, this.items[0]);
      if (typeof held === 'number') {
        if (held > 0) await this.pause(held);
      } else await held;
    }
    if (age !== this.age) return;
    this.running = false;
    this.busy(false);
  }
}

/**
 * Shows events of a table one after the other. The server sends what changed since the
 * event before.
 * @template {import('./state.js').TableState} T
 */
export class EventDisplay {
  /** @param {T} table */
  constructor(table) {
    this.table = table;
    this.queue = new Queue(
      (/** @type {Ev} */ ev) => this.show(ev),
      (busy) => {
        table.busy.value = busy;
      },
    );
  }

  /** @param {import('../protocol.js').EventFrame} ev */
  push(ev) {
    const v = { ...this.table.latest.value, ...ev.v };
    this.table.latest.value = v;
    this.queue.push({ ...ev, v });
  }

  /**
   * A wait at the chosen speed; none when far behind.
   * @param {number} ms
   */
  pause(ms) {
    return this.queue.pause(this.queue.items.length > BACKLOG ? 0 : motion.pause(ms));
  }

  /**
   * Lay what an event changed over the table.
   * @param {Ev} ev
   */
  apply(ev) {
    this.table.you.value = ev.you;
    this.table.totals.value = counted(this.table.totals.value, ev.e);
  }

  /**
   * Draw one event: here those that mean the same at every table.
   * @param {Ev} ev
   * @returns {number|Promise<unknown>}
   */
  show(ev) {
    const { t: type } = ev.e;
    if (type === 'flagged') return this.word(ev, this.sentence('flagged', ev), WORD);
    if (type === 'claimed')
      return this.word(ev, sentence(this.table, 'has_left', 1 - ev.e.side, {}, ev.v), WORD);
    if (TAKEBACKS.includes(type))
      return importModule(() => import('./takeback.js'), undefined, true).then((m) =>
        m.show(this, ev),
      );
    this.apply(ev);
    if (type === 'closed') this.table.sheet.value = 'match';
    return 0;
  }

  /**
   * @param {Ev} ev
   * @param {string} text
   * @param {number} ms
   * @param {string} [spoken]
   */
  word(ev, text, ms, spoken) {
    this.apply(ev);
    if (text) note(text);
    else if (spoken) say(spoken);
    return motion.pause(ms);
  }

  /**
   * What the side of an event did, in a sentence.
   * @param {string} key
   * @param {Ev} ev
   * @param {Record<string, string|number>} [values]
   */
  sentence(key, ev, values = {}) {
    const side = 'side' in ev.e ? ev.e.side : null;
    return side === null ? '' : sentence(this.table, key, side, values, ev.v);
  }
}

/**
 * What an event adds.
 * @param {import('../protocol.js').Totals|null} before
 * @param {Ev['e']} e
 * @returns {import('../protocol.js').Totals|null}
 */
function counted(before, e) {
  if (e.t === 'game') return { began: e.at };
  if (!before) return null;
  const [light, dark] = before.dice ?? [0, 0];
  switch (e.t) {
    case 'opening':
      return { ...before, dice: [light + e.dice[0], dark + e.dice[1]] };
    case 'rolled': {
      const sum = e.dice[0] + e.dice[1];
      return { ...before, dice: e.side ? [light, dark + sum] : [light + sum, dark] };
    }
    case 'ended':
      return { ...before, ended: e.at };
    default:
      return before;
  }
}
