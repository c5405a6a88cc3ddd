/**
 * The boards that are played on now, on the page of a tournament: each that is in sight is watched over
 * the page's socket, and drawn as the small pictures of the games are.
 */
import { men } from '../ui/small_board.js';

/** @typedef {import('../protocol.js').FromClient} FromClient */
/** @typedef {{ n: number, view: View, watched: boolean }} Board of which event `n` is the last known */

export class Boards {
  /**
   * @param {HTMLElement} live
   * @param {(message: FromClient) => void} say
   * @param {string} ownName the reader's name
   */
  constructor(live, say, ownName) {
    this.live = live;
    this.say = say;
    this.own = ownName;
    /** @type {Map<string, Board>} */
    this.known = new Map();
    this.sight = new IntersectionObserver((entries) => {
      for (const entry of entries) this.look(entry.target, entry.isIntersecting);
    });
    document.addEventListener('visibilitychange', () => this.show());
  }

  /** The page was drawn anew, or is looked at again. */
  show() {
    this.sight.disconnect();
    const shown = new Map(this.items().map((item) => [item.dataset.board ?? '', item]));
    for (const [id, board] of this.known)
      if (!shown.has(id) || document.hidden) {
        this.leave(id, board);
        if (!shown.has(id)) this.known.delete(id);
      }
    for (const [id, item] of shown) {
      // a player who watches their own match from here would count as sitting at its table
      const isOwn = names(item).some((name) => name.textContent === this.own);
      if (item.matches('.box')) item.querySelector('.mini')?.toggleAttribute('hidden', isOwn);
      else item.hidden = isOwn;
      if (isOwn) continue;
      this.draw(id);
      if (!document.hidden) this.sight.observe(item);
    }
  }

  /** The connection is a new one: go on after the last event known. */
  again() {
    for (const [id, board] of this.known) if (board.watched) this.watch(id, board);
  }

  /** @param {FromServer} message */
  hear(message) {
    if (message.t !== 'state' && message.t !== 'ev') return false;
    const board = this.known.get(message.m);
    if (!board) return true;
    if (message.t === 'ev' && message.n !== board.n + 1) {
      if (message.n > board.n) this.watch(message.m, board);
      return true;
    }
    board.n = message.n;
    board.view = Object.assign({}, board.view, message.v);
    this.draw(message.m);
    return true;
  }

  /** @returns {HTMLElement[]} */
  items() {
    return [...this.live.querySelectorAll('[data-board]')].map(
      (element) => /** @type {HTMLElement} */ (element),
    );
  }

  /**
   * Watch a board while it is in sight.
   * @param {Element} item
   * @param {boolean} seen
   */
  look(item, seen) {
    const id = item.getAttribute('data-board') ?? '';
    const board = this.known.get(id) ?? { n: -1, view: /** @type {any} */ (null), watched: false };
    this.known.set(id, board);
    if (seen && !board.watched) this.watch(id, board);
    else if (!seen) this.leave(id, board);
  }

  /**
   * @param {string} m
   * @param {Board} board
   */
  watch(m, board) {
    board.watched = true;
    this.say({ t: 'watch', m, n: board.n });
  }

  /**
   * @param {string} m
   * @param {Board} board
   */
  leave(m, board) {
    if (board.watched) this.say({ t: 'leave', m });
    board.watched = false;
  }

  /** @param {string} id */
  draw(id) {
    const view = this.known.get(id)?.view,
      item = this.items().find((candidate) => candidate.dataset.board === id);
    const board = item?.querySelector('.men');
    if (!view || !item || !board) return;
    board.innerHTML = men(view);
    const score = item.querySelector('b:not([data-points])');
    if (score) score.textContent = view.score.join(' : ');
    for (const points of item.querySelectorAll('[data-points]'))
      points.textContent = String(view.score[Number(points.getAttribute('data-points'))]);
    names(item).forEach((name, index) => {
      const side = Number(name.getAttribute('data-side') ?? index);
      name.classList.toggle('turn', view.to_act === side);
    });
  }
}

/**
 * The names of the two players. Those in the box of a bracket say which side they have, others stand in the
 * order of the sides.
 * @param {HTMLElement} item
 */
const names = (item) => [...item.querySelectorAll(item.matches('.box') ? '.name' : 'span')];
