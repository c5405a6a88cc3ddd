/** One conversation as a page knows it: its lines, and those of the visitor that are on their way. */
import { signal } from '@preact/signals-core';
import { randomHex } from '../live/socket.js';

const TYPING_MS = 5000,
  OWN_TYPING_MS = 3500,
  LONGEST_TIMER = 2 ** 31 - 1,
  LASTING = ['muted', 'consent_needed'];

/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {NonNullable<Line['phrase']>} Phrase */
/**
 * A line that is not here yet; `n` once it is stored.
 * @typedef {{c: string, text?: string, phrase?: Phrase, n?: number}} Pending
 */

export class Conversation {
  /**
   * @param {string} id
   * @param {(message: import('../protocol.js').FromClient) => void} send does nothing while there is
   * no connection
   */
  constructor(id, send) {
    this.id = id;
    this.send = send;
    this.last = -1;
    this.lines = signal(/** @type {readonly Line[]} */ ([]));
    this.pending = signal(/** @type {readonly Pending[]} */ ([]));
    /** whether there are lines before the first */
    this.older = signal(false);
    /** why the last line was refused */
    this.refusal = signal('');
    /**
     * why the visitor may not write at all
     * @type {Signal<import('../protocol.js').Objection|null>}
     */
    this.objection = signal(null);
    /** whether the visitor has muted it */
    this.muted = signal(false);
    /** whether the visitor blocks the other one */
    this.blocked = signal(false);
    /** who writes at the moment */
    this.typing = signal('');
    /** called with the text of a refused line */
    this.onRefused = (/** @type {string} */ _text) => {};
    this.prefix = randomHex(6);
    this.count = 0;
    this.typedAt = -OWN_TYPING_MS;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number|undefined} */
    this.objectionTimer = undefined;
  }

  /** Ask for what came since, and repeat what was not answered: the connection is new. */
  open() {
    this.send({ t: 'conversation', id: this.id, n: this.last });
    for (const line of this.pending.peek()) if (!line.n) this.post(line);
  }

  close() {
    this.send({ t: 'conversation', id: this.id, stop: true });
  }

  /** @param {{text: string}|{phrase: Phrase}} content */
  say(content) {
    const line = { c: `${this.prefix}-${++this.count}`, ...content };
    this.refusal.value = '';
    this.pending.value = [...this.pending.peek(), line];
    this.post(line);
  }

  /** @param {Pending} line */
  post({ c, text, phrase }) {
    this.send({ t: 'say', id: this.id, c, ...(phrase ? { phrase } : { text }) });
  }

  /** The visitor writes. */
  type() {
    const now = performance.now();
    if (now - this.typedAt < OWN_TYPING_MS) return;
    this.typedAt = now;
    this.send({ t: 'typing', id: this.id });
  }

  /**
   * @param {FromServer} message
   * @returns {boolean} whether it is about this conversation
   */
  hear(message) {
    if (message.t === 'no') return this.refused(message);
    if (!('id' in message) || message.id !== this.id) return false;
    if (message.t === 'lines') {
      if (message.more) this.lines.value = [];
      this.add(message.lines);
      this.last = Math.max(this.last, message.last);
      this.muted.value = message.muted ?? false;
      this.blocked.value = message.blocked ?? false;
      this.object(message.objection ?? null);
    } else if (message.t === 'line') {
      // a line before the list is one that was sent to the page's first listener: the list has it too
      if (this.last >= 0) this.add([message]);
    } else if (message.t === 'said') {
      this.pending.value = this.pending
        .peek()
        .map((line) => (line.c === message.c ? { ...line, n: message.n } : line))
        .filter((line) => !line.n || line.n > this.last);
    } else if (message.t === 'line_removed') this.remove(message.n);
    else if (message.t === 'typing') this.showTyping(message.by.name);
    return true;
  }

  /**
   * Add lines that follow; those that are here already are left out.
   * @param {readonly Line[]} lines
   */
  add(lines) {
    const fresh = lines.filter(({ n }) => n > this.last);
    if (!fresh.length) return;
    this.last = fresh[fresh.length - 1].n;
    if (!this.lines.peek().length) this.older.value = fresh[0].n > 1;
    this.lines.value = [...this.lines.peek(), ...fresh];
    this.pending.value = this.pending.peek().filter(({ n }) => !n || n > this.last);
    this.showTyping('');
  }

  /** Get the lines before the first. */
  async more() {
    const [first] = this.lines.peek();
    if (!first) return;
    const path = `/messages/${encodeURIComponent(this.id)}/lines?before=${first.n}`;
    const answer = await fetch(path);
    if (!answer.ok || this.lines.peek()[0] !== first) return;
    const { lines, more = false } = /** @type {import('../protocol.js').LineList} */ (
      await answer.json()
    );
    this.older.value = more;
    this.lines.value = [...lines, ...this.lines.peek()];
  }

  /**
   * Note why the visitor may not write; a mute ends by itself.
   * @param {import('../protocol.js').Objection|null} objection
   */
  object(objection) {
    clearTimeout(this.objectionTimer);
    this.objection.value = objection;
    if (objection?.until)
      this.objectionTimer = setTimeout(
        () => this.object(null),
        Math.min(Math.max(objection.until - Date.now(), 0), LONGEST_TIMER),
      );
  }

  /** @param {import('../protocol.js').Rejected} message */
  refused({ c, id, code, text, until }) {
    if (c === null && id === this.id) this.object({ code, text });
    const line = this.pending.peek().find((pending) => pending.c === c);
    if (!line) return false;
    this.pending.value = this.pending.peek().filter((pending) => pending !== line);
    if (LASTING.includes(code)) this.object({ code, text, ...(until ? { until } : {}) });
    else this.refusal.value = text;
    if (line.text) this.onRefused(line.text);
    return true;
  }

  /** @param {number} number */
  remove(number) {
    this.lines.value = this.lines
      .peek()
      .map((line) =>
        line.n === number ? { n: line.n, at: line.at, by: line.by, removed: true } : line,
      );
  }

  /** @param {string} name "" for nobody */
  showTyping(name) {
    clearTimeout(this.timer);
    this.typing.value = name;
    if (name)
      this.timer = setTimeout(() => {
        this.typing.value = '';
      }, TYPING_MS);
  }
}
