/** A board game as signals: what is shown, what the viewer has chosen so far, and how events change it. */
import { batch, computed, signal } from '@preact/signals-core';
import { playedBy, say, sound } from '../shell/announcer.js';
import { EventDisplay, WORD } from '../shell/events.js';
import { TableState } from '../shell/state.js';
import { t } from '../ui/dom.js';
import { squareName, pieces } from './geometry.js';
import { isChess } from './pieces.js';
import { boardAfter, along, parseRoutes, captured, targets } from './moves.js';

/** @typedef {import('./moves.js').Route} Route */

export class BoardTable extends TableState {
  /** @param {State} boot */
  constructor(boot) {
    super(boot);
    this.routes = signal(/** @type {readonly Route[]} */ ([]));
    /** squares of the move so far, its origin first */
    this.chosen = signal(/** @type {readonly number[]} */ ([]));
    /** a whole move: on its way, or waiting to be confirmed */
    this.ready = signal(/** @type {Route|null} */ (null));
    /** moves among which a piece is to be chosen */
    this.promotions = signal(/** @type {readonly Route[]} */ ([]));
    /** laid while the other side thinks: origin, and target if that is known yet */
    this.plan = signal(/** @type {readonly number[]} */ ([]));
    /**
     * what stood on the squares before the last move that was seen here
     * @type {Signal<readonly string[]>}
     */
    this.before = signal([]);
    /** the viewer turned the board round */
    this.reversed = signal(false);

    this.grid = computed(() => ({
      size: this.view.value.size,
      coordinates: this.view.value.coordinates,
    }));
    this.moment = computed(() => this.view.value.squares ?? null);
    this.base = computed(() => pieces(this.moment.value?.board ?? ''));
    this.at = computed(() => {
      const ready = this.ready.value,
        earlier = this.past.value?.position.squares;
      if (earlier) return pieces(earlier.board);
      return ready
        ? boardAfter(this.base.value, ready, this.grid.value.size)
        : along(this.base.value, this.chosen.value);
    });
    /** taken already, but they lie there until the move is over */
    this.captured = computed(() =>
      this.ready.value || this.past.value ? [] : captured(this.routes.value, this.chosen.value),
    );
    /** the viewer may send a move, whatever position they look at */
    this.due = computed(
      () =>
        this.view.value.phase === 'move' &&
        this.you.value !== null &&
        this.view.value.to_act === this.you.value &&
        this.routes.value.length > 0 &&
        !this.ready.value &&
        !this.sent.value,
    );
    this.moving = computed(() => this.due.value && !this.past.value);
    /**
     * the viewer may lay a move for later: they sit and it is the other side's turn, or the board
     * still shows it
     */
    this.planning = computed(
      () =>
        this.view.value.phase === 'move' &&
        this.you.value !== null &&
        !this.local &&
        !this.past.value &&
        this.latest.value.phase === 'move' &&
        (this.view.value.to_act !== this.you.value || this.sent.value),
    );
    this.sources = computed(() => {
      if (!this.moving.value) return new Set();
      const { value } = this.chosen;
      return new Set(
        value.length > 1 ? [value[value.length - 1]] : this.routes.value.map(({ path }) => path[0]),
      );
    });
    this.targets = computed(() =>
      this.moving.value && !this.promotions.value.length
        ? targets(this.routes.value, this.chosen.value)
        : new Map(),
    );
    /** dark is below */
    this.turned = computed(() => {
      const v = this.view.value,
        viewer = this.you.value ?? (v.phase === 'open' ? this.seat.value : null);
      const dark = viewer === 1 && !this.across.value;
      return (viewer === null ? !v.light_below : dark) !== this.reversed.value;
    });
    this.take(boot);
  }

  /** A turn is begun and not sent. */
  get unsent() {
    return this.chosen.value.length > 1 || this.ready.value !== null;
  }

  /**
   * @param {number} at
   * @returns {0|1|null} whose piece stands there
   */
  owner(at) {
    const piece = this.at.value[at];
    if (!piece) return null;
    const light = isChess(this.view.value.game)
      ? piece === piece.toUpperCase()
      : piece.toLowerCase() === 'w';
    return light ? 0 : 1;
  }

  /** @param {number} at */
  name(at) {
    return squareName(this.grid.value, at);
  }

  /**
   * @override
   * @param {State} state
   */
  take(state) {
    batch(() => {
      super.take(state);
      this.before.value = [];
      this.apply(state.v, state.ways);
    });
  }

  /**
   * BoardEventDisplay a view. What was chosen lives as long as its move.
   * @param {View} v
   * @param {readonly import('../protocol.js').MoveView[]|null} [ways]
   */
  apply(v, ways) {
    batch(() => {
      const before = this.view.value,
        fresh = v.squares?.plies !== before.squares?.plies || v.phase !== before.phase;
      this.view.value = v;
      if (fresh || !this.routes.value.length)
        this.routes.value = parseRoutes(this.grid.value, ways, this.base.value);
      if (!fresh) return;
      this.forget();
      this.held.value = false;
      if (v.phase !== 'move') this.plan.value = [];
    });
  }

  /** Nothing is chosen any more. */
  forget() {
    batch(() => {
      this.chosen.value = [];
      this.promotions.value = [];
      this.ready.value = null;
      this.sent.value = false;
    });
  }
}

/** ms at normal speed */
const MOVE = 260,
  LEG = 270;

/** @extends {EventDisplay<import('./state.js').BoardTable>} */
export class BoardEventDisplay extends EventDisplay {
  /**
   * @override
   * @param {Ev} ev
   */
  apply(ev) {
    batch(() => {
      super.apply(ev);
      this.table.apply(ev.v, ev.ways);
    });
  }

  /**
   * @override
   * @param {Ev} ev
   * @returns {number|Promise<unknown>}
   */
  show(ev) {
    const { e } = ev,
      { table } = this;
    switch (e.t) {
      case 'moved':
        return this.moved(ev, e);
      case 'game':
        table.log.value = [];
        table.before.value = [];
        table.sheet.value = '';
        this.apply(ev);
        return 0;
      case 'drawoffer':
        if (e.side !== table.you.value) sound('double');
        return this.word(
          ev,
          table.you.value === 1 - e.side ? '' : this.sentence('draw_offered', ev),
          WORD,
          this.sentence('draw_offered', ev),
        );
      case 'drawno':
        return this.word(ev, this.sentence('draw_refused', ev), WORD);
      case 'drawyes':
        return this.word(ev, this.sentence('draw_accepted', ev), WORD);
      default:
        return super.show(ev);
    }
  }

  /**
   * @param {Ev} ev
   * @param {import('../protocol.js').Moved} e
   */
  moved(ev, e) {
    const { table } = this,
      last = ev.v.squares?.last,
      isOwn = table.ready.value?.move === e.move && e.side === table.you.value;
    say(t('says', { name: playedBy(table, e.side), text: e.text }));
    batch(() => {
      table.before.value = table.base.value;
      table.log.value = [
        ...table.log.value,
        { side: e.side, dice: [], text: e.text, lag: e.lag, ahead: e.ahead },
      ];
      this.apply(ev);
    });
    if (isOwn) return 0;
    const quiet = ev.v.to_act === table.you.value ? 'turn' : 'move';
    sound(last?.takes.length ? 'hit' : quiet);
    return this.pause(MOVE + LEG * ((last?.path.length ?? 2) - 2));
  }
}
