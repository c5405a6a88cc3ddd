/** How each event is shown, and for how long: at a pace that can be followed. */
import { t } from '../ui/el.js';
import { batch } from '@preact/signals-core';
import { play } from '../board/steps.js';
import { motion } from '../board/men.js';
import { kindName, nameOf, note, playedBy, say, sound } from './tell.js';

/** ms at normal speed */
const STEP = 330, ROLL = 650, OPENING = 1500, PASS = 900, WORD = 700, INTERMISSION = 5000;
const BACKLOG = 10;

/** Events one after the other, each with its time to be seen; later ones wait.
 *  @template T */
export class Queue {
  /** @param {(item: T, next: T|undefined) => number|Promise<unknown>} show draws an item; the ms to leave it,
   *  or a promise of being done @param {(busy: boolean) => void} busy */
  constructor(show, busy) {
    this.show = show;
    this.busy = busy;
    /** @type {T[]} */ this.items = [];
    this.running = false;
    this.age = 0;
    /** @type {() => void} */ this.skip = () => {};
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

  /** Wait, unless something skips it. @param {number} ms @returns {Promise<boolean>} false if the queue was cleared meanwhile */
  async pause(ms) {
    const { age } = this;
    if (ms > 0) await new Promise((/** @type {(_: void) => void} */ done) => {
      const timer = setTimeout(done, ms);
      this.skip = () => { clearTimeout(timer); done(); };
    });
    return age === this.age;
  }

  async run() {
    const { age } = this;
    this.running = true;
    this.busy(true);
    while (age === this.age && this.items.length) {
      const item = /** @type {T} */ (this.items.shift()), held = this.show(item, this.items[0]);
      if (typeof held === 'number') { if (held > 0) await this.pause(held); } else await held;
    }
    if (age !== this.age) return;
    this.running = false;
    this.busy(false);
  }
}

export class Show {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.queue = new Queue((/** @type {Ev} */ ev) => this.show(ev), (busy) => { table.busy.value = busy; });
  }

  /** What the server tells is what changed since the event before. @param {import('../protocol.js').Ev} ev */
  push(ev) {
    const v = { ...this.table.latest.value, ...ev.v };
    this.table.latest.value = v;
    this.queue.push({ ...ev, v });
  }

  /** A wait at the chosen speed; none when far behind. @param {number} ms */
  pause(ms) { return this.queue.pause(this.queue.items.length > BACKLOG ? 0 : motion.pause(ms)); }

  /** @param {Ev} ev */
  apply(ev) {
    batch(() => {
      this.table.you.value = ev.you;
      this.table.apply(ev.v, ev.tree);
    });
  }

  /** Draw one event. @param {Ev} ev @returns {number|Promise<unknown>} */
  show(ev) {
    const { e } = ev, { table } = this, who = 'side' in e ? nameOf(ev.v, e.side) : '';
    switch (e.t) {
      case 'opening': return this.opening(ev, e);
      case 'rolled':
        this.apply(ev);
        sound('roll');
        say(t('says', { name: playedBy(table, e.side), text: `${e.dice[0]}-${e.dice[1]}` }));
        return motion.pause(ROLL);
      case 'played': return this.played(ev, e);
      case 'game':
        batch(() => {
          table.log.value = [];
          table.sheet.value = '';
          this.apply(ev);
        });
        if (e.crawford) note(t('crawford_game'));
        else if (ev.v.length > 1) note(t('game_number', { n: e.number }));
        return e.number > 1 ? motion.pause(WORD) : 0;
      case 'restarted':
        table.log.value = [];
        return this.word(ev, t('restarted'), 2 * WORD);
      case 'doubled':
        sound('double');
        return this.word(ev, '', WORD, t('double_offer', { name: who, n: e.value }));
      case 'taken': return this.word(ev, t('taken', { name: who }), WORD);
      case 'dropped': return this.word(ev, t('dropped', { name: who }), WORD);
      case 'resign':
        sound('double');
        return this.word(ev, '', WORD, t('resign_offer', { name: who, kind: kindName(e.points) }));
      case 'refused': return this.word(ev, t('refused', { name: who }), WORD);
      case 'flagged': return this.word(ev, t('flagged', { name: who }), WORD);
      case 'ended': return this.ended(ev);
      case 'closed':
        this.apply(ev);
        table.sheet.value = 'match';
        return 0;
      default:
        this.apply(ev);
        return 0;
    }
  }

  /** @param {Ev} ev @param {string} text @param {number} ms @param {string} [spoken] */
  word(ev, text, ms, spoken) {
    this.apply(ev);
    if (text) note(text);
    else if (spoken) say(spoken);
    return motion.pause(ms);
  }

  /** Each player's die in his own half; they become the first roll when the time is over.
   *  @param {Ev} ev @param {import('../protocol.js').OpeningRolled} e */
  async opening(ev, e) {
    const [a, b] = e.dice, { table } = this;
    table.opening.value = { dice: e.dice, n: e.n };
    sound('roll');
    note(a === b ? t('opening_tie') : t('starts', { name: nameOf(ev.v, a > b ? 0 : 1) }));
    if (!await this.pause(OPENING)) return;
    batch(() => {
      table.opening.value = null;
      this.apply(ev);
    });
  }

  /** A turn: step by step, unless it is the viewer's own and lies on the board already.
   *  @param {Ev} ev @param {import('../protocol.js').TurnPlayed} e */
  async played(ev, e) {
    const { table } = this, side = table.rel(e.side), { dice } = table.view.value;
    const own = side === 0 && JSON.stringify(table.moves.value) === JSON.stringify(e.moves);
    say(t('says', { name: playedBy(table, e.side), text: e.text || t('no_move') }));
    if (!e.moves.length) {
      note(t('pass', { name: playedBy(table, e.side) }));
      if (!await this.pause(PASS)) return;
    } else if (!own) {
      for (const move of e.moves) {
        const { at, hit } = play(table.flight.value ?? table.base.value, side, move, table.kind.value);
        batch(() => {
          table.flown.value = [...table.flight.value ? table.flown.value : [], move];
          table.flight.value = at;
        });
        sound(hit ? 'hit' : 'move');
        if (!await this.pause(STEP)) return;
      }
    }
    batch(() => {
      table.flight.value = null;
      table.log.value = [...table.log.value, { side: e.side, dice: [dice[0] ?? 0, dice[1] ?? 0], text: e.text }];
      this.apply(ev);
    });
    if (!own && ev.v.to_act === table.you.value && ev.v.phase === 'roll') sound('turn');
  }

  /** A game is over: the sheet stays for a while, or until it is closed. @param {Ev} ev */
  async ended(ev) {
    this.apply(ev);
    if (Math.max(...ev.v.score) >= ev.v.length) return;
    if (ev.v.result?.winner === null) {
      note(t('stuck'));
      await this.pause(2 * WORD);
      return;
    }
    this.table.sheet.value = 'game';
    if (await this.queue.pause(INTERMISSION)) this.table.sheet.value = '';
  }
}
