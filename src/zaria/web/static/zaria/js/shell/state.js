/**
 * What the page of any match knows, and the commands of its viewer. "Side" is the server's 0 or 1 (a
 * spectator looks from side 0, a guest from the free seat).
 */
import { computed, signal } from '@preact/signals-core';
import { randomHex } from '../live/socket.js';
import { highestLoss, nothing } from '../ui/dom.js';
import { settings } from './settings.js';

/**
 * Whether a game on squares is played, without dice: the only question that its family answers here.
 * @param {View} v
 */
export const isBoardGame = (v) => v.family === 'squares';

/** The balance that the page came with: on its body, in hundredths. */
function availableCredits() {
  const { available } = document.body.dataset;
  return available ? Number(available) : null;
}

export class TableState {
  /** @param {State} boot */
  constructor(boot) {
    this.id = boot.m;
    this.you = signal(boot.you);
    this.seat = signal(boot.seat);
    this.kept = signal(boot.kept);
    this.opponent = boot.opponent ?? null; // for whom the seat opposite is reserved
    this.view = signal(boot.v); // as shown
    this.loadedPhase = boot.v.phase;
    this.latest = signal(boot.v); // as known: the queue may still show what came before
    this.log = signal(/** @type {readonly LogLine[]} */ ([]));
    /** what was done with the cube in this game, and before which line of the log */
    this.cubes = signal(/** @type {readonly import('../protocol.js').CubeLine[]} */ ([]));
    this.sent = signal(false); // the turn is on its way
    this.busy = signal(false); // the queue still shows something
    this.waiting = signal(false); // a command is on its way
    this.acks = signal(0); // how many commands of this page the server has stored
    this.held = signal(false); // nothing plays by itself until the next stage: a step was taken back
    /**
     * the earlier position that the viewer looks at instead of the present one
     * @type {Signal<import('./past.js').Past|null>}
     */
    this.past = signal(null);
    this.sheet = signal(/** @type {'game'|'match'|''} */ (''));
    this.away = signal(/** @type {readonly Away[]} */ ([])); // who is waited for
    /** what stands on the card of a player who is waited for */
    this.absenceLine = (/** @type {number} */ _side) => /** @type {unknown} */ (nothing);
    this.vacation = signal(/** @type {unknown} */ (nothing)); // of the opponent, in a game by the day
    this.claims = signal(false); // the viewer is asked whether they claim the match
    this.again = signal(/** @type {Rematch|null} */ (null)); // a rematch on offer
    this.next = signal(/** @type {string|null} */ (null)); // the match that it has become
    this.rematchRequested = false; // the viewer asked for it
    this.crowd = signal(0); // how many look on
    /**
     * the treats of the players here, the latest last
     * @type {Signal<readonly import('./treats.js').Treat[]>}
     */
    this.treats = signal(JSON.parse(document.getElementById('treats')?.textContent || '[]'));
    /** offers of other terms that wait for the owner of the table */
    this.offers = signal(Number(document.body.dataset.offers ?? 0));
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
    /**
     * the tournament of the match, and what came of it
     * @type {Signal<import('../protocol.js').TableTournament|null>}
     */
    this.tournament = signal(boot.tournament ?? null);
    /**
     * the viewer's countdowns of tournaments, once they have changed
     * @type {Signal<readonly import('../protocol.js').Timer[]|null>}
     */
    this.timers = signal(/** @type {readonly import('../protocol.js').Timer[]|null} */ (null));
    this.by = boot.by ?? null; // the side that opened the table
    /** what a member can use of their credits, in hundredths; null: not known */
    this.available = signal(availableCredits());
    this.settled = boot.v.phase === 'over'; // `available` includes what this match has paid
    /**
     * why the server refused the seat
     * @type {Signal<{code: string, text: string}|null>}
     */
    this.seatRefusal = signal(null);
    this.call = signal(''); // what the viewer is called for, wherever they look
    this.notice = signal(''); // what they must not miss on the page
    this.unread = signal(0); // lines of the chat
    /** the chat that the viewer has here: none with the computer, or before the match */
    this.room = computed(() => {
      const { phase, training } = this.view.value;
      if (phase === 'open' || training || this.local) return '';
      if (this.you.value === null) return 'onlookers';
      return this.program(1 - this.you.value) ? '' : 'table';
    });
    this.chat = () =>
      /** @type {{panel: () => unknown, besideResult: () => unknown}|null} */ (null);
    /** taking a turn back with consent, while it is asked for or may be */
    this.takeback = () =>
      /** @type {ReturnType<typeof import('./takeback.js').follow>|null} */ (null);
    this.listen = () => {}; // asks for the lines of the chat
    /** fetches the chat once there is a line; its script takes the messages over */
    this.hear = (/** @type {FromServer} */ message) => {
      if (message.t === 'line' || (message.t === 'lines' && message.last)) this.chat();
      return false;
    };
    this.me = computed(
      () => this.you.value ?? (this.view.value.phase === 'open' ? this.seat.value : null) ?? 0,
    );
    /** dark acts on one device, and the board stays as light sees it */
    this.across = computed(() => this.local && !settings.value.local_turn && this.me.value === 1);
  }

  /** Whether the time is counted in days. */
  get isByDay() {
    const terms = this.view.value.clock_terms;
    return !!(terms?.days || terms?.pool);
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

  /** Two people share this device; the viewer is each of them in turn. */
  get local() {
    return !!this.view.value.local;
  }

  /**
   * Whether the viewer, and nobody beside them, plays a side.
   * @param {number} side
   */
  addressed(side) {
    return side === this.you.value && !this.local;
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

  /** Today's rated matches of these two are used up, so they cannot play each other for a stake. */
  get stakeRefused() {
    return !!this.view.value.stakes?.unit && this.left === 0;
  }

  /** @param {string} available two decimals and a point, "995.00" */
  takeBalance(available) {
    this.settled = this.latest.value.phase === 'over';
    this.available.value = Math.round(Number(available) * 100);
    if (this.seatRefusal.value?.code === 'not_enough_credits') this.seatRefusal.value = null;
  }

  /** The viewer's stake is held, for the seat or for the match that is over. */
  get isStakeHeld() {
    if (this.view.value.phase === 'over') return !this.settled;
    return (
      this.you.value !== null ||
      (this.kept.value && (this.by === null || this.by === this.seat.value))
    );
  }

  /** Why the viewer may not stake so much now, such as a pause; '' if they may, or nothing is known. */
  get stakeObjection() {
    const isOutdated = this.view.value.phase === 'over' && this.loadedPhase === 'open';
    return this.isStakeHeld || isOutdated ? '' : (document.body.dataset.stakesRefusal ?? '');
  }

  /** What the viewer lacks for the stake of a seat or of a rematch here, in hundredths. */
  get shortfall() {
    const { stakes, length } = this.view.value,
      available = this.available.value;
    if (!stakes?.unit || available === null || this.isStakeHeld) return 0;
    return Math.max(0, highestLoss(stakes, length) - available);
  }

  /** @param {number} side */
  program(side) {
    return !!this.view.value.players[side]?.bot;
  }
}

/**
 * What a clock shows: the delay burns first and is not saved, then the bank. By the day `due` is the end.
 * @param {ClockView|null} clocks
 * @param {number} side
 * @param {number} now the server's time, ms
 * @returns {ClockState|null}
 */
export function clockState(clocks, side, now) {
  if (!clocks) return null;
  const running = clocks.running === side,
    spent = running ? Math.max(0, now - clocks.since) : 0;
  const delay = Math.max(0, clocks.delay - spent),
    bank = Math.max(0, clocks.bank[side] - Math.max(0, spent - clocks.delay));
  const total = running && clocks.due ? Math.max(0, clocks.due - now) : bank + delay;
  return { bank, delay, part: clocks.delay ? delay / clocks.delay : 0, left: total, running };
}

/**
 * 3:07, or 1:02:07 from an hour on.
 * @param {number} ms
 */
export function digits(ms) {
  const s = Math.ceil(ms / 1000),
    twoDigits = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes}:${twoDigits(s % 60)}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(s % 60)}`;
}

/** How long a decision waits for its second tap, in ms. */
export const ARMED_MS = 3000;

/** A decision that wants a second tap at the same place: its name while it waits. */
export const armed = signal('');

/** @type {number|undefined} */
let disarm;

/**
 * @param {string} name
 * @param {() => void} act
 */
export function onSecondTap(name, act) {
  clearTimeout(disarm);
  if (armed.value === name) {
    armed.value = '';
    act();
    return;
  }
  armed.value = name;
  disarm = setTimeout(() => {
    armed.value = '';
  }, ARMED_MS);
}

/**
 * A decision that wants a second tap unless the viewer wants none; giving up a game always does.
 * @param {string} name
 * @param {() => void} act
 */
export function onConfirmation(name, act) {
  if (settings.value.sure) onSecondTap(name, act);
  else act();
}

/** @template {import('./state.js').TableState} T */
export class Commands {
  /**
   * @param {T} table
   * @param {Session} session
   */
  constructor(table, session) {
    this.table = table;
    this.session = session;
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
      this.session.do(action, you.value !== null && latest.value.clocks?.running === you.value),
      action.t,
    );
  }

  /**
   * The server answered.
   * @param {string|null} c
   * @returns {string|undefined} what had been asked
   */
  answered(c) {
    const action = c === null ? undefined : this.under.get(c);
    if (c !== null) this.under.delete(c);
    if (!this.under.size) this.table.waiting.value = false;
    return action;
  }

  /** It is the viewer's turn, and they see the present position. */
  get mine() {
    const { past, view, you } = this.table;
    return you.value !== null && view.value.to_act === you.value && !past.value;
  }

  /** Take the free seat, with a seed of one's own: the seal was seen before. */
  sit() {
    if (this.table.seat.value !== null && !this.table.waiting.value) {
      const { rated, seal, stakes } = this.table.view.value;
      this.send({
        t: 'sit',
        seed: randomHex(16),
        seal,
        ...(rated && !stakes?.unit && this.table.left === 0 && { unrated: true }),
      });
    }
  }
}
