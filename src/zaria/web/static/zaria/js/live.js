/** The line to the server: one socket that comes back by itself, asks only for what it missed, and repeats
 *  commands until they are answered. */

const RESEND = 2500, QUIET = 4000, SILENT = 5000, WAITS = [250, 600, 1200, 2500, 4000];

/** @param {number} bytes of chance, in hex */
export const chance = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');

export class Live {
  /** @param {string} match @param {number} n the last event known
   *  @param {(message: FromServer) => void} hear @param {(up: boolean) => void} line */
  constructor(match, n, hear, line) {
    this.match = match;
    this.n = n;
    this.hear = hear;
    this.line = line;
    /** @type {Map<string, {frame: string, at: number}>} */ this.unanswered = new Map();
    /** what the server's clock shows more than performance.now() @type {number|null} */ this.ahead = null;
    this.fresh = true;
    this.tries = 0;
    this.heard = 0;
    this.pinged = 0;
    this.name = chance(6);
    this.count = 0;
    /** @type {WebSocket|null} */ this.socket = null;
    /** @type {number|undefined} */ this.timer = undefined;
    this.open();
    setInterval(() => this.beat(), 1000);
    for (const event of ['online', 'pageshow']) addEventListener(event, () => this.wake());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.wake(); });
  }

  /** The server's clock, ms since the epoch. */
  get now() { return performance.now() + (this.ahead ?? Date.now() - performance.now()); }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = performance.now();
      this.fresh = true;
      this.watch(this.n);
      this.ping();
      for (const one of this.unanswered.values()) this.send(one);
      this.line(true);
    };
    socket.onmessage = (e) => { if (socket === this.socket) this.read(JSON.parse(e.data)); };
    socket.onclose = (e) => { if (socket === this.socket) this.lost(e.code === 1008); };
  }

  /** @param {boolean} scolded the server closed the line on purpose */
  lost(scolded) {
    this.socket = null;
    this.line(false);
    const wait = scolded ? 10000 : WAITS[Math.min(this.tries++, WAITS.length - 1)];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** Somebody looks again, or the network is back: do not wait for the timer. */
  wake() {
    if (!this.socket) { this.tries = 0; this.open(); } else this.beat();
  }

  beat() {
    const now = performance.now(), { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (this.pinged > this.heard && now - this.pinged > SILENT) {
      socket.close();
      this.lost(false);
    } else if (now - this.heard > QUIET && this.pinged <= this.heard) this.ping();
    for (const one of this.unanswered.values()) if (now - one.at > RESEND) this.send(one);
  }

  ping() {
    this.pinged = performance.now();
    this.say({ t: 'ping', x: this.pinged });
  }

  /** @param {number} n the last event known, -1 for the whole state */
  watch(n) { this.say({ t: 'watch', m: this.match, n }); }

  /** @param {Action} action @returns {string} its id, as in the answer */
  do(action) {
    const c = `${this.name}-${++this.count}`;
    const one = { frame: JSON.stringify({ t: 'do', m: this.match, c, k: action }), at: 0 };
    this.unanswered.set(c, one);
    this.send(one);
    return c;
  }

  /** @param {{frame: string, at: number}} one */
  send(one) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    one.at = performance.now();
    this.socket.send(one.frame);
  }

  /** @param {import('./protocol.js').FromClient} message */
  say(message) { if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message)); }

  /** @param {FromServer} message */
  read(message) {
    this.heard = performance.now();
    if ('now' in message) {
      // a late message says too little: the most that was said is nearest to the truth
      const ahead = message.now - this.heard;
      this.ahead = this.fresh || this.ahead === null ? ahead : Math.max(this.ahead, ahead);
      this.fresh = false;
    }
    if (message.t === 'ev') {
      if (message.m !== this.match || message.n <= this.n) return;
      if (message.n > this.n + 1) { this.watch(this.n); return; }
      this.n = message.n;
    } else if (message.t === 'state') {
      if (message.m !== this.match) return;
      this.n = message.n;
    } else if ((message.t === 'ack' || message.t === 'no') && message.c) this.unanswered.delete(message.c);
    this.hear(message);
  }
}
