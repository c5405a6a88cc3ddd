/**
 * What the page of any table knows, what its viewer does, and how events are shown one after the
 * other. "Side" is the server's 0 or 1 (a spectator looks from side 0, a guest from the free seat).
 */
import { computed, signal } from '@preact/signals-core';
import { chance } from '../live/socket.js';
import { motion } from '../ui/dom.js';
import { settings } from './settings.js';
import { note, say, sentence } from './announcer.js';

export class Common {
  /** @param {State} boot */
  constructor(boot) {
    this.id = boot.m;
    this.you = signal(boot.you);
    this.seat = signal(boot.seat);
    this.kept = signal(boot.kept);
    this.view = signal(boot.v); // as shown
    this.latest = signal(boot.v); // as known: the queue may still show what came before
    this.log = signal(/** @type {readonly LogLine[]} */ ([]));
    /** what was done with the cube in this game, and before which line of the log */
    this.cubes = signal(/** @type {readonly import('../protocol.js').CubeLine[]} */ ([]));
    this.sent = signal(false); // the turn is on its way
    this.busy = signal(false); // the queue still shows something
    this.waiting = signal(false); // a command is on its way
    this.held = signal(false); // nothing plays by itself until the next stage: a step was taken back
    this.sheet = signal(/** @type {'game'|'match'|''} */ (''));
    this.away = signal(/** @type {readonly Away[]} */ ([])); // who is waited for
    this.claims = signal(false); // the viewer is asked whether he claims the match
    this.again = signal(/** @type {Rematch|null} */ (null)); // a rematch on offer
    this.next = signal(/** @type {string|null} */ (null)); // the match that it has become
    this.asked = false; // the viewer asked for it
    this.crowd = signal(0); // how many look on
    this.paused = signal(false); // the server cannot store anything just now: clocks stand
    /**
     * ratings of members here, in hundredths
     * @type {Signal<import('./rating_changes.js').Ratings|null>}
     */
    this.ratings = signal(null);
    /**
     * the time of this game, and its dice
     * @type {Signal<import('../protocol.js').Totals|null>}
     */
    this.totals = signal(null);
    this.call = signal(''); // what the viewer is called for, wherever he looks
    this.notice = signal(''); // what he must not miss on the page
    this.me = computed(
      () => this.you.value ?? (this.view.value.phase === 'open' ? this.seat.value : null) ?? 0,
    );
  }

  /**
   * 0 if `side` is the viewer's.
   * @param {number} side
   * @returns {0|1}
   */
  rel(side) {
    return side === this.me.value ? 0 : 1;
  }

  /**
   * Take over a whole state: at the start, or when too much was missed.
   * @param {State} state
   */
  take(state) {
    this.you.value = state.you;
    this.seat.value = state.seat;
    this.kept.value = state.kept;
    this.latest.value = state.v;
    this.log.value = state.log;
    this.cubes.value = state.cubes ?? [];
    this.away.value = state.away ?? [];
    this.again.value = state.again ?? null;
    this.next.value = state.next ?? null;
    this.crowd.value = state.crowd ?? 0;
    this.totals.value = state.totals ?? null;
  }

  /** The match is being played, by the viewer. */
  get playing() {
    return this.you.value !== null && !['open', 'over'].includes(this.view.value.phase);
  }

  /** Only members sit here, and the viewer is none. */
  get barred() {
    return !!this.view.value.rated && !('member' in document.body.dataset);
  }

  /**
   * How many rated matches the viewer may still begin today with whom they meet here (null: not
   * known, or any number).
   */
  get left() {
    return this.ratings.value?.left ?? null;
  }

  /** @param {number} side */
  program(side) {
    return !!this.view.value.players[side]?.bot;
  }
}

/**
 * A decision that wants a second tap at the same place within three seconds: its name while it
 * waits.
 */
export const armed = signal('');
/** @type {number|undefined} */
let disarm;

/**
 * @param {string} name
 * @param {() => void} act
 */
export function twice(name, act) {
  clearTimeout(disarm);
  if (armed.value === name) {
    armed.value = '';
    act();
    return;
  }
  armed.value = name;
  disarm = setTimeout(() => {
    armed.value = '';
  }, 3000);
}

/**
 * A decision that wants a second tap unless the viewer wants none; giving up a game always does.
 * @param {string} name
 * @param {() => void} act
 */
export function sure(name, act) {
  if (settings.value.sure) twice(name, act);
  else act();
}

/** @template {Common} T */
export class Commands {
  /**
   * @param {T} table
   * @param {Live} live
   */
  constructor(table, live) {
    this.table = table;
    this.live = live;
    /**
     * commands on their way, by id
     * @type {Map<string, string>}
     */
    this.under = new Map();
  }

  /** @param {import('../protocol.js').Action} action */
  send(action) {
    this.table.waiting.value = true;
    armed.value = '';
    const { latest, you } = this.table;
    this.under.set(
      this.live.do(action, you.value !== null && latest.value.clocks?.running === you.value),
      action.t,
    );
  }

  /**
   * The server answered.
   * @param {string|null} c
   * @returns {string|undefined} what had been asked
   */
  answered(c) {
    const what = c === null ? undefined : this.under.get(c);
    if (c !== null) this.under.delete(c);
    if (!this.under.size) this.table.waiting.value = false;
    return what;
  }

  /** It is the viewer's turn. */
  get mine() {
    return this.table.you.value !== null && this.table.view.value.to_act === this.table.you.value;
  }

  /** Take the free seat, with a seed of one's own: the seal was seen before. */
  sit() {
    if (this.table.seat.value !== null && !this.table.waiting.value) {
      const { rated, seal } = this.table.view.value;
      this.send({
        t: 'sit',
        seed: chance(16),
        seal,
        ...(rated && this.table.left === 0 && { unrated: true }),
      });
    }
  }
}

const BACKLOG = 10;
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
 * Shows events of a table one after the other. What the server tells is what changed since the
 * event before.
 * @template {Common} T
 */
export class Teller {
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
    const { t: what } = ev.e;
    if (what === 'flagged') return this.word(ev, this.sentence('flagged', ev), WORD);
    if (what === 'claimed')
      return this.word(ev, sentence(this.table, 'has_left', 1 - ev.e.side, {}, ev.v), WORD);
    this.apply(ev);
    if (what === 'closed') this.table.sheet.value = 'match';
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
