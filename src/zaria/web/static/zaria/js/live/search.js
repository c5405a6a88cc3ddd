/** The search for an opponent: it goes on as long as a page says so again and again. */
import { effect, signal } from '@preact/signals-core';

/** @typedef {import('../protocol.js').Seeker['speed']} Speed */
/** What is searched for; `to` names a search that this one answers. */
/** @typedef {{game: string, speed: Speed, rated: boolean, to?: string}} Wanted */

const REPEAT = 2000;

export class Search {
  /** @param {(message: import('../protocol.js').FromClient) => void} say */
  constructor(say) {
    this.say = say;
    /**
     * what is searched for, and since when
     * @type {Signal<(Wanted & {since: number})|null>}
     */
    this.wanted = signal(null);
    this.others = signal(0);
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
    const { game, speed, rated, to } = wanted;
    this.say({ t: 'seek', game, speed, rated, to });
  }

  /** @param {Wanted} wanted */
  start(wanted) {
    this.others.value = 0;
    this.wanted.value = { ...wanted, since: performance.now() };
  }

  stop() {
    this.wanted.value = null;
  }

  /**
   * How the search goes, or that it has ended: here, or by a search on another page.
   * @param {import('../protocol.js').Seeking} message
   */
  hear(message) {
    if (message.game) this.others.value = message.others ?? 0;
    else if (this.ends) this.ends = false;
    else this.stop();
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
