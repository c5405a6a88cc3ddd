/** The search for an opponent: it goes on as long as a page says so again and again. */
import { effect, signal } from '@preact/signals-core';
import { keep, recall } from './storage.js';

/** @typedef {import('../protocol.js').Seeker['speed']} Speed */
/**
 * What is searched for; `to` names a search that this one answers. `length` in points and `cube` are
 * those of the match, a single game without the cube where nothing is said. `speeds`, `lengths`,
 * `games`: it may come to accept other speeds and lengths, and similar games. `stake` and `most`, in
 * hundredths: it is played for them.
 */
/**
 * @typedef {{game: string, speed: Speed, rated: boolean, to?: string, length?: number,
 * cube?: boolean, speeds?: boolean, games?: boolean, lengths?: boolean, stake?: number,
 * most?: number}} Wanted
 */
/** What a search accepts besides by now. */
/**
 * @typedef {{speeds: readonly string[], lengths: readonly number[], games: readonly string[]}} Accepted
 */
const NOTHING_ELSE = /** @type {Accepted} */ ({ speeds: [], lengths: [], games: [] });

const REPEAT = 2000,
  UNRATED = 'zaria.unrated',
  WIDER = 'zaria.wider';

/** What the visitor has chosen for all searches, on this device. */
export function searchSettings() {
  const wider = recall(WIDER) ?? 'speeds';
  return {
    rated: !recall(UNRATED),
    speeds: wider.includes('speeds'),
    games: wider.includes('games'),
    lengths: wider.includes('lengths'),
  };
}

/** @param {{rated: boolean, speeds: boolean, games: boolean, lengths: boolean}} chosen */
export function saveSearchSettings({ rated, speeds, games, lengths }) {
  keep(UNRATED, rated ? '' : '1');
  const wider = { speeds, games, lengths };
  const agreed = Object.entries(wider).filter(([, isAgreed]) => isAgreed);
  keep(WIDER, agreed.map(([name]) => name).join(' '));
}

export class Search {
  /** @param {(message: import('../protocol.js').FromClient) => void} say */
  constructor(say) {
    this.say = say;
    /**
     * what is searched for
     * @type {Signal<Wanted|null>}
     */
    this.wanted = signal(null);
    /** since when (performance.now()) */
    this.since = 0;
    this.others = signal(0);
    /**
     * what is accepted besides by now
     * @type {Signal<Accepted>}
     */
    this.accepted = signal(NOTHING_ELSE);
    /** whether the player who is answered has been met too often, and must answer as well */
    this.often = signal(false);
    /**
     * what is played for, as the server has agreed to it
     * @type {Signal<import('../protocol.js').Stakes|null>}
     */
    this.stakes = signal(null);
    this.ends = false;
    effect(() => {
      if (!this.wanted.value) return undefined;
      this.seek();
      const timer = setInterval(() => this.seek(), REPEAT);
      return () => {
        clearInterval(timer);
        this.ends = true;
        this.say({ t: 'seek', game: '', speed: 'normal' });
      };
    });
  }

  seek() {
    const wanted = this.wanted.peek();
    if (!wanted) return;
    const { game, speed, rated, to, length, cube, speeds, games, lengths, stake, most } = wanted;
    this.say({
      t: 'seek',
      game,
      speed,
      rated,
      to,
      ...(length && { length, cube: !!cube }),
      ...(speeds && { speeds }),
      ...(games && { games }),
      ...(lengths && { lengths }),
      ...(stake && { stake, most }),
    });
  }

  /** @param {Wanted} wanted */
  start(wanted) {
    this.others.value = 0;
    this.accepted.value = NOTHING_ELSE;
    this.often.value = false;
    this.stakes.value = null;
    this.since = performance.now();
    this.wanted.value = wanted;
  }

  /**
   * Change what the search may come to accept, while it goes on.
   * @param {{speeds: boolean, games: boolean, lengths: boolean}} wider
   */
  widen(wider) {
    const wanted = this.wanted.peek();
    if (!wanted) return;
    Object.assign(wanted, wider);
    this.seek();
  }

  stop() {
    this.wanted.value = null;
  }

  /**
   * How the search goes, or that it has ended: here, or by a search on another page.
   * @param {import('../protocol.js').Seeking} message
   */
  hear(message) {
    if (message.game) {
      const { others = 0, waited, often = false, stakes = null } = message;
      const { speeds = [], lengths = [], games = [] } = message;
      this.others.value = others;
      this.accepted.value = { speeds, lengths, games };
      this.often.value = often;
      this.stakes.value = stakes;
      if (waited) this.since = performance.now() - waited;
    } else if (this.ends) this.ends = false;
    else {
      this.stop();
      this.ends = false; // the server answers the end of a search alone that it did not end itself
    }
  }
}

/**
 * 4:59
 * @param {number} ms
 */
export const clock = (ms) => {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
};
