/** A match that is being played, on a small board: watched while it is in sight. */
import { men } from '../ui/small_board.js';

export class Featured {
  /**
   * @param {HTMLElement} el
   * @param {(message: import('../protocol.js').FromClient) => void} say
   */
  constructor(el, say) {
    this.el = el;
    this.say = say;
    this.match = el.dataset.match ?? '';
    /** the last event known, and what it led to */
    this.n = -1;
    /** @type {View|null} */
    this.view = null;
    this.seen = false;
    this.watched = false;
    new IntersectionObserver((entries) => {
      this.seen = entries[entries.length - 1].isIntersecting;
      this.look();
    }).observe(el);
    document.addEventListener('visibilitychange', () => this.look());
  }

  /** Watch it while somebody looks at it. */
  look() {
    const wanted = this.seen && !document.hidden;
    if (wanted === this.watched) return;
    this.watched = wanted;
    if (wanted) this.again();
    else this.say({ t: 'leave', m: this.match });
  }

  /** Go on after the last event known: the connection is a new one. */
  again() {
    if (this.watched) this.say({ t: 'watch', m: this.match, n: this.n });
  }

  /** @param {FromServer} message */
  hear(message) {
    if ((message.t !== 'state' && message.t !== 'ev') || message.m !== this.match) return;
    if (message.t === 'ev' && message.n !== this.n + 1) {
      if (message.n > this.n) this.again();
      return;
    }
    this.n = message.n;
    this.view = Object.assign({}, this.view, message.v);
    this.draw(this.view);
  }

  /** @param {View} view */
  draw(view) {
    const board = this.el.querySelector('.men');
    if (board) board.innerHTML = men(view);
    for (const side of [0, 1]) {
      const points = this.el.querySelector(`[data-points="${side}"]`);
      if (points) points.textContent = String(view.score[side]);
      this.el
        .querySelector(`[data-side="${side}"]`)
        ?.classList.toggle('turn', view.to_act === side);
    }
  }
}
