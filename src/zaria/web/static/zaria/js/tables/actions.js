/** What the viewer does: commands to the server, what needs no server, and what plays by itself. */
import { batch, computed, effect } from '@preact/signals-core';
import { lazy, motion } from '../ui/dom.js';
import { only } from './steps.js';
import { armed, onConfirmation, onSecondTap, Commands } from '../shell/state.js';
import { turnHome } from '../shell/home.js';
import { settings } from '../shell/settings.js';
import { sayPlayed, sayUndone } from './narration.js';
import { buzz, sound } from '../shell/announcer.js';

const bearOff = lazy(() => import('./bear_off.js'));

/** @extends {Commands<DiceTable>} */
export class DiceActions extends Commands {
  /** @override */
  get mine() {
    return super.mine && !this.table.flight.value;
  }
  get canRoll() {
    return this.mine && this.table.view.value.phase === 'roll';
  }
  get canDouble() {
    return this.canRoll && this.table.view.value.can_double;
  }
  get canBeaver() {
    return (
      this.mine && this.table.view.value.phase === 'double' && this.table.view.value.can_beaver
    );
  }
  get canAnswer() {
    return this.mine && ['double', 'resign'].includes(this.table.view.value.phase);
  }
  get canResign() {
    return (
      this.mine && ['roll', 'move'].includes(this.table.view.value.phase) && !this.table.sent.value
    );
  }

  roll() {
    if (this.canRoll && !this.table.waiting.value) this.send({ t: 'roll' });
  }

  double() {
    if (this.canDouble && !this.table.waiting.value)
      onConfirmation('double', () => this.send({ t: 'double' }));
  }

  /** Raise what was offered, and keep the cube. */
  beaver() {
    if (!this.canBeaver || this.table.waiting.value) return;
    onConfirmation('beaver', () =>
      this.send({ t: this.table.view.value.proposed.length > 1 ? 'raccoon' : 'beaver' }),
    );
  }

  /**
   * Answer what was offered.
   * @param {boolean} yes
   */
  answer(yes) {
    if (!this.canAnswer || this.table.waiting.value) return;
    const doubled = this.table.view.value.phase === 'double';
    if (doubled) this.send({ t: yes ? 'take' : 'drop' });
    else this.send({ t: yes ? 'accept' : 'reject' });
  }

  /** @param {number} points before the cube */
  resign(points) {
    if (this.canResign) onSecondTap(`resign${points}`, () => this.send({ t: 'resign', points }));
  }

  /** Whether the viewer may end the money session: they have not acted since the last game. */
  get canFinish() {
    const { you, view } = this.table;
    return you.value !== null && !!view.value.can_finish?.[you.value];
  }

  finish() {
    if (this.canFinish) onSecondTap('finish', () => this.send({ t: 'finish' }));
  }

  /** @param {Move[]} way */
  go(way) {
    const hit = this.table.along(this.table.node.value, way).some(([, , , effect]) => effect);
    this.table.go(way);
    sayPlayed(this.table, way, hit);
    sound(hit ? 'hit' : 'move');
    buzz();
  }

  undo() {
    if (this.table.past.value) return;
    const { path } = this.table,
      way = path.value.at(-1);
    this.table.undo();
    if (way && !path.value.includes(way)) sayUndone(this.table, way);
  }

  done() {
    const { table } = this,
      { roll_no, stage } = table.view.value;
    if (!table.finished.value) return;
    const moves = /** @type {[number, number][]} */ (table.moves.value.map((m) => [m[0], m[1]]));
    table.sent.value = true;
    this.send({ t: 'play', moves, n: roll_no, stage });
  }

  /**
   * A tap on a die: swap them before the first step, pass them on after the last. Where a die says
   * all, it is played.
   * @param {number} [k] which
   */
  dice(k = 0) {
    const { table } = this,
      edges = table.tree.value?.[table.node.value] ?? [];
    if (this.canRoll) this.roll();
    else if (table.finished.value) this.done();
    else if (!table.kind.value.hand) table.swap();
    else if (table.moving.value && !table.used.value[k]) {
      const edge = edges.find(([, die]) => die === table.dice.value[k]);
      if (edge) this.go([[edge[0], edge[1]]]);
    }
  }

  /** The other side's last turn can be shown again: nothing of the own one is made yet. */
  get canLookBack() {
    const { table } = this,
      side = table.lastTurn.value?.steps[0][0];
    return this.mine && side !== undefined && table.rel(side) === 1 && !table.path.value.length;
  }

  flip() {
    turnHome(this.table.view.value);
  }

  bear() {
    batch(() => {
      this.table.bears.value = !this.table.bears.value;
      this.table.held.value = false;
    });
  }

  /**
   * The step that plays itself now, if any.
   * @returns {Move|null}
   */
  get forced() {
    const { table } = this,
      tree = table.tree.value;
    if (!table.moving.value || !tree || table.finished.value) return null;
    if (table.bears.value && table.race.value)
      return bearOff()?.clear(tree, table.node.value, table.at.value.checkers[0])[0] ?? null;
    return settings.value.forced ? only(tree, table.node.value) : null;
  }
}

const THINK = 1500; // ms in which one may still double
const GRACE = 1000; // ms in which a finished turn may still be taken back
const PACE = 180;

/**
 * The roll, steps without a choice, bearing off, passing a finished turn.
 * @param {DiceActions} a
 */
export function autopilot(a) {
  const { table } = a,
    bear = computed(() => settings.value.bear);
  effect(() => {
    table.bears.value = bear.value;
  });
  effect(() => {
    const next = nextStep(a);
    if (table.busy.value || table.waiting.value || table.held.value || armed.value || !next)
      return undefined;
    const timer = setTimeout(next.act, next.after);
    return () => clearTimeout(timer);
  });
}

/**
 * Whether the dice roll without a tap. While the viewer may double they do so only if that is
 * switched on as well.
 * @param {DiceActions} a
 */
export function rollsByItself(a) {
  const { roll, roll_double } = settings.value,
    { bears, race, view } = a.table,
    isAsked = (view.value.takeback?.waiting ?? null) !== null;
  return !isAsked && (roll || (bears.value && race.value)) && (!a.canDouble || roll_double);
}

/**
 * What the page does on its own now, and after how many ms.
 * @param {DiceActions} a
 * @returns {{act: () => void, after: number}|null}
 */
export function nextStep(a) {
  const { table } = a,
    s = settings.value,
    bears = table.bears.value && table.race.value;
  if (a.canRoll && rollsByItself(a)) return { act: () => a.roll(), after: a.canDouble ? THINK : 0 };
  if (table.finished.value && (s.done || bears))
    return { act: () => a.done(), after: bears ? motion.pause(PACE) : GRACE };
  const { forced } = a;
  return forced && { act: () => a.go([forced]), after: motion.pause(PACE) };
}
