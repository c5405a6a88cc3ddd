/**
 * What the page of any match knows. "Side" is the server's 0 or 1 (a spectator looks from side 0, a
 * guest from the free seat).
 */
import { computed, signal } from '@preact/signals-core';

export class TableState {
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
    this.claims = signal(false); // the viewer is asked whether they claim the match
    this.again = signal(/** @type {Rematch|null} */ (null)); // a rematch on offer
    this.next = signal(/** @type {string|null} */ (null)); // the match that it has become
    this.rematchRequested = false; // the viewer asked for it
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
    this.call = signal(''); // what the viewer is called for, wherever they look
    this.notice = signal(''); // what they must not miss on the page
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
