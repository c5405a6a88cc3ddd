/** What the viewer does: commands to the server, what needs no server, and what plays by itself. */
import { batch, effect, signal } from '@preact/signals-core';
import { motion } from '../board/men.js';
import { clear, only, play } from '../board/steps.js';
import { change, settings } from './settings.js';
import { sound } from './tell.js';
import { chance } from '../live.js';

/** A decision that wants a second tap at the same place within three seconds: its name while it waits. */
export const armed = signal('');
/** @type {number|undefined} */ let disarm;

/** @param {string} name @param {() => void} act */
export function twice(name, act) {
  clearTimeout(disarm);
  if (armed.value === name) {
    armed.value = '';
    act();
    return;
  }
  armed.value = name;
  disarm = setTimeout(() => { armed.value = ''; }, 3000);
}

export class Actions {
  /** @param {Table} table @param {Live} live */
  constructor(table, live) {
    this.table = table;
    this.live = live;
    /** commands on their way, by id @type {Map<string, string>} */ this.under = new Map();
  }

  /** @param {import('../protocol.js').Action} action */
  send(action) {
    this.table.waiting.value = true;
    armed.value = '';
    this.under.set(this.live.do(action), action.t);
  }

  /** The server answered. @param {string|null} c @returns {string|undefined} what had been asked */
  answered(c) {
    const what = c === null ? undefined : this.under.get(c);
    if (c !== null) this.under.delete(c);
    if (!this.under.size) this.table.waiting.value = false;
    return what;
  }

  get mine() { return this.table.you.value !== null && this.table.view.value.to_act === this.table.you.value && !this.table.flight.value; }
  get canRoll() { return this.mine && this.table.view.value.phase === 'roll'; }
  get canDouble() { return this.canRoll && this.table.view.value.can_double; }
  get canAnswer() { return this.mine && ['double', 'resign'].includes(this.table.view.value.phase); }
  get canResign() {
    return this.mine && ['roll', 'move'].includes(this.table.view.value.phase) && !this.table.sent.value;
  }

  roll() { if (this.canRoll && !this.table.waiting.value) this.send({ t: 'roll' }); }

  double() { if (this.canDouble && !this.table.waiting.value) twice('double', () => this.send({ t: 'double' })); }

  /** Answer what was offered. @param {boolean} yes */
  answer(yes) {
    if (!this.canAnswer || this.table.waiting.value) return;
    const doubled = this.table.view.value.phase === 'double';
    this.send({ t: doubled ? yes ? 'take' : 'drop' : yes ? 'accept' : 'reject' });
  }

  /** @param {1|2|3} points */
  resign(points) { if (this.canResign) twice(`resign${points}`, () => this.send({ t: 'resign', points })); }

  /** Take the free seat, with a seed of one's own: the seal was seen before. */
  sit() {
    if (this.table.seat.value !== null && !this.table.waiting.value) {
      this.send({ t: 'sit', seed: chance(16), seal: this.table.view.value.seal });
    }
  }

  /** @param {Move[]} way */
  go(way) {
    const { at, kind } = this.table;
    let now = at.value, hit = false;
    for (const move of way) {
      const next = play(now, 0, move, kind.value);
      now = next.at;
      hit ||= next.hit;
    }
    this.table.go(way);
    sound(hit ? 'hit' : 'move');
  }

  undo() { this.table.undo(); }

  done() {
    const { table } = this, { roll_no } = table.view.value;
    if (!table.finished.value) return;
    const moves = /** @type {[number, number][]} */ (table.moves.value.map((m) => [m[0], m[1]]));
    table.sent.value = true;
    this.send({ t: 'play', moves, n: roll_no });
  }

  /** A tap on the dice: swap them before the first step, pass them on after the last. */
  dice() {
    if (this.canRoll) this.roll();
    else if (this.table.finished.value) this.done();
    else this.table.swap();
  }

  flip() { change({ flip: !(settings.value.flip ?? this.table.view.value.mirror) }); }

  bear() {
    batch(() => {
      this.table.bears.value = !this.table.bears.value;
      this.table.held.value = false;
    });
  }

  /** The step that plays itself now, if any. @returns {Move|null} */
  get forced() {
    const { table } = this, tree = table.tree.value;
    if (!table.moving.value || !tree || table.finished.value) return null;
    if (table.bears.value && table.race.value) return clear(tree, table.node.value, table.at.value.men[0])[0] ?? null;
    return settings.value.forced ? only(tree, table.node.value) : null;
  }
}

const THINK = 1500;     // ms in which one may still double
const GRACE = 1000;     // ms in which a finished turn may still be taken back
const PACE = 180;

/** The roll, steps without a choice, bearing off, passing a finished turn. @param {Actions} a */
export function autopilot(a) {
  const { table } = a;
  effect(() => {
    const next = step(a);
    if (table.busy.value || table.waiting.value || table.held.value || armed.value || !next) return undefined;
    const timer = setTimeout(next.act, next.after);
    return () => clearTimeout(timer);
  });
}

/** @param {Actions} a @returns {{act: () => void, after: number}|null} */
function step(a) {
  const { table } = a, s = settings.value, bears = table.bears.value && table.race.value;
  if (a.canRoll && (s.roll || bears)) return { act: () => a.roll(), after: a.canDouble && !bears ? THINK : 0 };
  if (table.finished.value && (s.done || bears)) return { act: () => a.done(), after: bears ? motion.pause(PACE) : GRACE };
  const { forced } = a;
  return forced && { act: () => a.go([forced]), after: motion.pause(PACE) };
}
