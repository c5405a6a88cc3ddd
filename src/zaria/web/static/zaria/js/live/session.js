/**
 * What goes over the socket for one match: asks only for the events it missed, and repeats commands
 * until they are answered.
 */
import { Socket, randomHex } from './socket.js';

const RESEND = 2500;
/** Events after which the player whose clock runs thinks on. */
const TALK = new Set(['drawoffer', 'drawno', 'backrequest', 'backno']);
/** Messages about another match that concern the reader of any page. */
const CALLS = ['go', 'guest', 'missed', 'calloff'];

export class Session extends Socket {
  /**
   * @param {string} match
   * @param {number} n the last event known
   * @param {(message: FromServer) => void} onMessage
   * @param {(up: boolean) => void} onStateChange
   * @param {string} [node] the process that owns the match
   */
  constructor(match, n, onMessage, onStateChange, node) {
    super(onMessage, onStateChange, node);
    this.match = match;
    this.n = n;
    /** @type {Map<string, {frame: string, at: number}>} */
    this.unanswered = new Map();
    /** what has no answer has changed: a player's page keeps it (`app/unsent.js`) */
    this.onUnanswered = () => {};
    /**
     * answers that came before their events
     * @type {Extract<FromServer, {t: 'ack'}>[]}
     */
    this.early = [];
    /**
     * when the page received (performance.now()) what its player answers now: not before the first
     * message
     */
    this.askedAt = NaN;
    /**
     * what `now` shows while play is paused
     * @type {number|null}
     */
    this.frozenAt = null;
    this.name = randomHex(6);
    this.count = 0;
  }

  /** Go on where the connection broke. */
  onOpen() {
    this.watch(this.n);
    for (const command of this.unanswered.values()) this.send(command);
  }

  beat() {
    const now = performance.now(),
      open = super.beat();
    if (open)
      for (const command of this.unanswered.values())
        if (now - command.at > RESEND) this.send(command);
    return open;
  }

  /** @param {number} n the last event known, -1 for the whole state */
  watch(n) {
    this.say({ t: 'watch', m: this.match, n });
  }

  /** @override */
  get now() {
    return this.frozenAt ?? super.now;
  }

  /**
   * Play is paused, or goes on: clocks stand meanwhile.
   * @param {boolean} on
   */
  pause(on) {
    this.frozenAt = on ? super.now : null;
  }

  /**
   * @param {Action} action
   * @param {boolean} timed the player's clock runs: report the thinking time
   * @returns {string} its id, as in the answer
   */
  do(action, timed = false) {
    const c = `${this.name}-${++this.count}`,
      thought = Math.round(performance.now() - this.askedAt);
    const w = timed && thought >= 0 ? thought : undefined;
    const command = { frame: JSON.stringify({ t: 'do', m: this.match, c, k: action, w }), at: 0 };
    this.unanswered.set(c, command);
    this.onUnanswered();
    this.send(command);
    return c;
  }

  /** @param {{frame: string, at: number}} command */
  send(command) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    command.at = performance.now();
    this.socket.send(command.frame);
  }

  /**
   * An answer counts once its last event is here: until then the table is as it was before the command.
   * @param {FromServer} message
   */
  read(message) {
    super.read(message);
    const { early, n } = this;
    this.early = early.filter((answer) => answer.n > n);
    for (const answer of early) if (answer.n <= n) this.onMessage(answer);
  }

  /** @param {FromServer} message */
  accepts(message) {
    if ('m' in message && message.m !== this.match && !CALLS.includes(message.t)) return false;
    if (message.t === 'ev') {
      if (message.n <= this.n) return false;
      if (message.n > this.n + 1) {
        this.watch(this.n);
        return false;
      }
      if (!TALK.has(message.e.t)) this.askedAt = this.receivedAt;
      this.n = message.n;
    } else if (message.t === 'state') {
      if (message.n !== this.n) this.askedAt = this.receivedAt;
      this.n = message.n;
    } else if ((message.t === 'ack' || message.t === 'no') && message.c) {
      this.unanswered.delete(message.c);
      this.onUnanswered();
      if (message.t === 'ack' && message.n > this.n) return !this.early.push(message);
    }
    return true;
  }
}
