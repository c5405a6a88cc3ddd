/** The search for an opponent: it goes on as long as a page says so again and again. */
import { effect, signal } from '@preact/signals-core';
import { keep, recall } from './storage.js';

/** @typedef {import('../protocol.js').Seeker['speed']} Speed */
/**
 * What is searched for; `to` names a search that this one answers. `speeds`, `games`: it may come to
 * accept other speeds and similar games. `stake` and `most`, in hundredths: it is played for them.
 */
/**
 * @typedef {{game: string, speed: Speed, rated: boolean, to?: string, speeds?: boolean,
 * games?: boolean, stake?: number, most?: number}} Wanted
 */
/** What a search accepts besides by now. */
/** @typedef {{speeds: readonly string[], games: readonly string[]}} Accepted */

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
  };
}

/** @param {{rated: boolean, speeds: boolean, games: boolean}} chosen */
export function saveSearchSettings({ rated, speeds, games }) {
  keep(UNRATED, rated ? '' : '1');
  keep(WIDER, `${speeds ? 'speeds' : ''} ${games ? 'games' : ''}`);
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
    this.accepted = signal({ speeds: [], games: [] });
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
    const { game, speed, rated, to, speeds, games, stake, most } = wanted;
    this.say({
      t: 'seek',
      game,
      speed,
      rated,
      to,
      ...(speeds && { speeds }),
      ...(games && { games }),
      ...(stake && { stake, most }),
    });
  }

  /** @param {Wanted} wanted */
  start(wanted) {
    this.others.value = 0;
    this.accepted.value = { speeds: [], games: [] };
    this.often.value = false;
    this.stakes.value = null;
    this.since = performance.now();
    this.wanted.value = wanted;
  }

  /**
   * Change what the search may come to accept, while it goes on.
   * @param {{speeds: boolean, games: boolean}} wider
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
      const { others = 0, waited, speeds = [], games = [], often = false, stakes = null } = message;
      this.others.value = others;
      this.accepted.value = { speeds, games };
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
