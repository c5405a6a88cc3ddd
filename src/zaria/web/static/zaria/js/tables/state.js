/**
 * One table as signals: what the server said, what of it is being shown, and the viewer's unsent
 * steps. "Mine" and "theirs" are as the viewer sits.
 */
import { batch, computed, effect, signal } from '@preact/signals-core';
import * as steps from './steps.js';
import { TableState } from '../shell/state.js';
import { settings } from '../shell/settings.js';

/**
 * Names the roll, its stage and its side: whatever is unsent, sent or taken back belongs to one of them.
 * After a takeback the other side has the latest roll.
 * @param {View} v
 */
const duty = (v) => `${v.roll_no}.${v.stage}.${v.turn}`;

export class DiceTable extends TableState {
  /** @param {State} boot */
  constructor(boot) {
    super(boot);
    this.tree = signal(/** @type {Tree|null} */ (null));
    this.path = signal(/** @type {Move[][]} */ ([])); // steps of this stage; what one gesture did goes back at once
    this.swapped = signal(false); // the right die leads
    this.flight = signal(/** @type {Placement|null} */ (null)); // a turn of the other side, halfway
    this.flown = signal(/** @type {readonly Move[]} */ ([])); // its steps so far
    this.opening = signal(/** @type {Opening|null} */ (null));
    /**
     * the last turn that was seen here: the view before it, and its steps by side with what they did
     * @type {Signal<{roll: number, from: View, steps: [side: number, move: Move, effect: Effect][]}|null>}
     */
    this.lastTurn = signal(null);
    this.bears = signal(settings.value.bear); // bearing off by itself is switched on
    this.kind = computed(() => ({
      hand: this.view.value.hand,
      parallel: this.view.value.parallel,
    }));
    this.moves = computed(() => this.path.value.flat());
    this.edges = computed(() => this.along(0, this.moves.value));
    this.node = computed(() => this.edges.value.at(-1)?.[2] ?? 0);
    /** the viewer may move checkers now */
    this.moving = computed(
      () =>
        this.view.value.phase === 'move' &&
        this.you.value !== null &&
        this.view.value.to_act === this.you.value &&
        this.tree.value !== null &&
        !this.flight.value &&
        !this.past.value &&
        !this.sent.value,
    );
    this.finished = computed(
      () => this.moving.value && this.tree.value?.[this.node.value].length === 0,
    );
    this.base = computed(() => this.seen(this.view.value));
    this.at = computed(() =>
      this.past.value
        ? this.seen(this.past.value.position)
        : (this.flight.value ?? steps.playAll(this.base.value, this.edges.value, this.kind.value)),
    );
    this.dice = computed(() => this.order());
    this.used = computed(() =>
      steps.used(this.dice.value, this.flight.value ? this.flown.value : this.moves.value),
    );
    this.lead = computed(() => this.dice.value.find((_, i) => !this.used.value[i]) ?? 0);
    this.sources = computed(() =>
      this.moving.value && this.tree.value
        ? steps.sources(this.tree.value, this.node.value)
        : new Set(),
    );
    this.reach = computed(() => {
      void [this.node.value, this.lead.value, this.moving.value];
      return new Map();
    });
    /** a race, by the server's word, with all of the viewer's checkers at home: nothing but bearing off is left */
    this.race = computed(
      () =>
        this.you.value !== null &&
        this.view.value.race === true &&
        this.at.value.checkers[0].every((n, p) => p < 7 || n === 0),
    );
    this.take(boot);
    effect(() => this.remember());
  }

  /**
   * Which of the two is the viewer's.
   * @template T
   * @param {readonly T[]} pair
   * @returns {[T, T]}
   */
  pair(pair) {
    return this.me.value ? [pair[1], pair[0]] : [pair[0], pair[1]];
  }

  /**
   * @param {Pick<View, 'men'|'pins'>} view
   * @returns {Placement}
   */
  seen(view) {
    return { checkers: this.pair(view.men), pins: this.pair(view.pins) };
  }

  /** @returns {readonly number[]} the dice being played, the leading one first */
  order() {
    const d = this.view.value.dice;
    return d.length === 2 && this.swapped.value ? [d[1], d[0]] : d;
  }

  /**
   * Where the checker on a point may go.
   * @param {number} from
   * @returns {Map<number, Move[]>}
   */
  targets(from) {
    const cache = this.reach.value;
    if (!this.sources.value.has(from) || !this.tree.value) return new Map();
    if (!cache.has(from))
      cache.set(
        from,
        steps.targets(
          this.tree.value,
          this.node.value,
          from,
          this.lead.value,
          this.kind.value.hand,
        ),
      );
    return cache.get(from);
  }

  /**
   * The edges of the tree that steps go along, none when they leave it.
   * @param {number} node where they begin
   * @param {readonly Move[]} moves
   */
  along(node, moves) {
    return (this.tree.value && steps.path(this.tree.value, node, moves)) ?? [];
  }

  /**
   * Make steps of one gesture; nothing is sent.
   * @param {Move[]} way
   */
  go(way) {
    this.path.value = [...this.path.value, way];
  }

  undo() {
    if (!this.path.value.length || this.sent.value) return;
    batch(() => {
      this.held.value = true;
      this.path.value = this.path.value.slice(0, -1);
    });
  }

  /** Let the other die lead. */
  swap() {
    if (this.moving.value && !this.moves.value.length && new Set(this.dice.value).size === 2)
      this.swapped.value = !this.swapped.value;
  }

  /** The last gesture as one flight, if it was one: for dragging it back. */
  get back() {
    const last = this.path.value.at(-1),
      to = last ? steps.landing(/** @type {Move} */ (last.at(-1)), this.kind.value.hand) : 0;
    return last && to && !this.sent.value ? { from: to, to: last[0][0] } : null;
  }

  /** Points on which the other side's last turn ended, until the viewer moves. */
  get marks() {
    const past = this.past.value,
      { last } = past?.position ?? this.view.value,
      isReplaced = this.flight.value || this.path.value.length || this.view.value.phase === 'over';
    if (!last || this.rel(last.side) === 0 || (isReplaced && !past)) return [];
    return steps.landings(last.moves, this.kind.value.hand);
  }

  /**
   * @override
   * @param {State} state
   */
  take(state) {
    batch(() => {
      super.take(state);
      this.flight.value = null;
      this.opening.value = null;
      this.lastTurn.value = null;
      this.apply(state.v, steps.treeOf(state.tree, state.effects));
      this.recall();
    });
  }

  /**
   * DiceEventDisplay a view. Unsent steps live as long as their stage.
   * @param {View} v
   * @param {Tree|null} tree
   */
  apply(v, tree) {
    batch(() => {
      const before = this.view.value,
        fresh = duty(v) !== duty(before);
      if (fresh || (v.phase !== 'move' && v.phase !== 'resign')) {
        this.path.value = [];
        this.swapped.value = false;
        this.sent.value = false;
      }
      if (fresh || v.phase !== before.phase) this.held.value = false;
      if (v.game_no !== before.game_no) this.bears.value = settings.value.bear;
      this.view.value = v;
      // an offer to resign comes without a tree: the steps made so far stay where they are
      if (tree || fresh || v.phase !== 'resign') this.tree.value = tree;
    });
  }

  /** Nothing is chosen any more. */
  forget() {
    this.path.value = [];
  }

  /** The server refused the turn: back to where it began. */
  reject() {
    batch(() => {
      this.sent.value = false;
      this.held.value = true;
      this.path.value = [];
    });
  }

  /** A turn is begun and not sent. */
  get unsent() {
    return this.path.value.length > 0;
  }

  get key() {
    return `zaria:${this.id}`;
  }

  /** Keep unsent steps on the device, for this page reloaded or the table opened anew. */
  remember() {
    const path = this.path.value,
      held = this.held.value;
    try {
      if (path.length || held)
        localStorage.setItem(this.key, JSON.stringify({ n: duty(this.view.value), path, held }));
      else localStorage.removeItem(this.key);
    } catch {
      /* a browser without storage forgets */
    }
  }

  /** Take unsent steps up again, if they still belong to this stage. */
  recall() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.key) ?? 'null'),
        tree = this.tree.value;
      if (saved?.n !== duty(this.view.value) || !tree) return;
      if (steps.walk(tree, saved.path.flat()) < 0) return;
      this.path.value = saved.path;
      this.held.value = !!saved.held;
    } catch {
      /* nothing kept */
    }
  }
}
