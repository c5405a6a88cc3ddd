/** How each event is shown, and for how long: at a pace that can be followed.
 *  @typedef {import('../protocol.js').Ev} Ev @typedef {import('./state.js').Table} Table
 *  @typedef {import('../board/mechanics.js').Side} Side */
import { batch } from '@preact/signals-core';
import { play } from '../board/mechanics.js';
import { motion } from '../board/motion.js';
import { t } from '../i18n.js';
import { Queue } from './queue.js';
import { note, say } from './notes.js';
import { kindName, nameOf, playedBy } from './names.js';
import { sound } from './sound.js';

/** ms at normal speed */
const STEP = 330, ROLL = 650, OPENING = 1500, PASS = 900, WORD = 700, INTERMISSION = 5000;
const BACKLOG = 10;

export class Show {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.queue = new Queue((/** @type {Ev} */ ev) => this.show(ev), (busy) => { table.busy.value = busy; });
  }

  /** @param {Ev} ev */
  push(ev) {
    this.table.latest.value = ev.v;
    this.queue.push(ev);
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
