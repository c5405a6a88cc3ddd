/** What the viewer does on squares. */
import { batch, effect } from '@preact/signals-core';
import { armed, onConfirmation, onSecondTap, Commands } from '../shell/state.js';
import { settings } from '../shell/settings.js';
import { buzz, sound } from '../shell/announcer.js';
import { choose, plannedRoute } from './moves.js';

/** @typedef {import('./state.js').BoardTable} BoardTable */
/** @typedef {import('./moves.js').Route} Route */

/** @extends {Commands<BoardTable>} */
export class BoardActions extends Commands {
  get playing() {
    return this.table.you.value !== null && this.table.view.value.phase === 'move';
  }
  get canLeave() {
    return this.playing && !!this.table.moment.value?.can_abort;
  }
  get canOffer() {
    return this.playing && !!this.table.moment.value?.can_offer[this.table.me.value];
  }
  /** The other side's offer of a draw waits for the viewer. */
  get offered() {
    return this.playing && this.table.moment.value?.draw === 1 - this.table.me.value;
  }
  /** The other side's last move can be shown again: nothing of the own one is made yet. */
  get canLookBack() {
    const { before, chosen, ready, log, me } = this.table;
    return (
      this.mine &&
      before.value.length > 0 &&
      chosen.value.length < 2 &&
      !ready.value &&
      log.value.at(-1)?.side === 1 - me.value
    );
  }
  get canUndo() {
    return (
      !this.table.sent.value &&
      !this.table.past.value &&
      (this.table.ready.value !== null || this.table.chosen.value.length > 1)
    );
  }
  get canDone() {
    const { ready, sent, past } = this.table;
    return ready.value !== null && !sent.value && !past.value;
  }

  /**
   * A square was tapped.
   * @param {number} at
   */
  tap(at) {
    const { table } = this,
      { value } = table.chosen;
    if (table.planning.value) this.lay(at);
    else if (table.promotions.value.length) table.promotions.value = [];
    else if (table.targets.value.has(at)) this.go(at);
    else if (value.length > 1 || !table.moving.value) return;
    else table.chosen.value = table.sources.value.has(at) && value[0] !== at ? [at] : [];
  }

  /**
   * Pick a piece up.
   * @param {number} at
   */
  pick(at) {
    const { table } = this;
    if (table.planning.value) table.plan.value = [at];
    else if (table.chosen.value.length < 2) table.chosen.value = [at];
  }

  /**
   * On to a square that means something now.
   * @param {number} at
   */
  go(at) {
    const { table } = this,
      choice = choose(table.routes.value, table.chosen.value, at);
    if (table.planning.value) {
      this.lay(at, true);
      return;
    }
    if (!choice) return;
    if (choice.routes.length > 1) table.promotions.value = choice.routes;
    else if (choice.routes.length) this.settle(choice.routes[0]);
    else {
      table.chosen.value = choice.chosen;
      sound('hit');
    }
  }

  /**
   * A move is chosen: send it, or let it be confirmed.
   * @param {Route} route
   */
  settle(route) {
    const { table } = this;
    batch(() => {
      table.promotions.value = [];
      table.ready.value = route;
    });
    sound(route.takes.length ? 'hit' : 'move');
    buzz();
    if (!settings.value.confirm) this.done();
  }

  done() {
    const { table } = this,
      route = table.ready.value;
    if (!route || table.sent.value) return;
    table.sent.value = true;
    this.send({ t: 'move', move: route.move, n: table.moment.value?.plies ?? 0 });
  }

  /** Back by a step. */
  undo() {
    const { table } = this;
    if (!this.canUndo) return;
    if (table.ready.value) table.ready.value = null;
    else table.chosen.value = table.chosen.value.slice(0, -1);
  }

  /** Nothing chosen, nothing laid. */
  clear() {
    const { table } = this;
    batch(() => {
      table.plan.value = [];
      table.promotions.value = [];
      if (table.chosen.value.length < 2 && !table.ready.value) table.chosen.value = [];
    });
  }

  /**
   * Lay a move for later: a tap chooses an own piece, the next its target.
   * @param {number} at
   * @param {boolean} [anywhere] on own pieces too
   */
  lay(at, anywhere = false) {
    const { table } = this,
      { value } = table.plan,
      isOwn = table.owner(at) === table.you.value;
    if (value.length === 1 && value[0] !== at && (anywhere || !isOwn))
      table.plan.value = [value[0], at];
    else table.plan.value = isOwn && value[0] !== at ? [at] : [];
  }

  /** Lose the game, or leave it while that is free. */
  resign() {
    if (this.canLeave) onSecondTap('leave', () => this.send({ t: 'abort' }));
    else if (this.playing) onSecondTap('resign', () => this.send({ t: 'resign' }));
  }

  offer() {
    if (this.canOffer) onConfirmation('draw', () => this.send({ t: 'offerdraw' }));
  }

  /**
   * Answer an offer of a draw.
   * @param {boolean} yes
   */
  answer(yes) {
    if (this.offered && !this.table.waiting.value)
      this.send({ t: yes ? 'acceptdraw' : 'declinedraw' });
  }

  /** The server refused a move: back to where it began. */
  reject() {
    this.table.forget();
  }
}

/**
 * What was laid before is sent when the turn comes, or dropped. A forced rest of a capture is not
 * guessed.
 * @param {BoardActions} actions
 */
export function autopilot(actions) {
  const { table } = actions;
  effect(() => {
    const plan = table.plan.value;
    if (!plan.length || table.busy.value || table.planning.value || !table.due.value) return;
    const route = plan.length === 2 ? plannedRoute(table.routes.value, [plan[0], plan[1]]) : null,
      held = table.sources.value.has(plan[0]);
    queueMicrotask(() => {
      table.plan.value = [];
      if (route) actions.settle(route);
      else if (plan.length === 1 && held) table.chosen.value = [plan[0]];
    });
  });
  effect(() => {
    if (!actions.playing)
      queueMicrotask(() => {
        armed.value = '';
      });
  });
}
