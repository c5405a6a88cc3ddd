/** Commands of the viewer, and those still unanswered. */
import { randomHex } from '../live/socket.js';
import { armed } from './confirmation.js';

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
    const what = c === null ? undefined : this.under.get(c);
    if (c !== null) this.under.delete(c);
    if (!this.under.size) this.table.waiting.value = false;
    return what;
  }

  /** It is the viewer's turn. */
  get mine() {
    return this.table.you.value !== null && this.table.view.value.to_act === this.table.you.value;
  }

  /** Take the free seat, with a seed of one's own: the seal was seen before. */
  sit() {
    if (this.table.seat.value !== null && !this.table.waiting.value) {
      const { rated, seal } = this.table.view.value;
      this.send({
        t: 'sit',
        seed: randomHex(16),
        seal,
        ...(rated && this.table.left === 0 && { unrated: true }),
      });
    }
  }
}
