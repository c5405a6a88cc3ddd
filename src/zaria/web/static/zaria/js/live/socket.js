/** A socket to the server that comes back by itself. */

const QUIET = 4000,
  SILENT = 5000,
  WAITS = [250, 600, 1200, 2500, 4000],
  SHUT_OUT = 4001;

/** @param {number} bytes of chance, in hex */
export const chance = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('');

export class Line {
  /**
   * Opens at once.
   * @param {(message: FromServer) => void} hear
   * @param {(up: boolean) => void} line
   */
  constructor(hear, line) {
    this.hear = hear;
    this.line = line;
    /**
     * what the server's clock shows more than performance.now()
     * @type {number|null}
     */
    this.ahead = null;
    this.fresh = true;
    this.tries = 0;
    this.heard = 0;
    this.pinged = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.open();
    setInterval(() => this.beat(), 1000);
    for (const event of ['online', 'pageshow']) addEventListener(event, () => this.wake());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.wake();
    });
  }

  /** The server's clock, ms since the epoch. */
  get now() {
    return performance.now() + (this.ahead ?? Date.now() - performance.now());
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = performance.now();
      this.fresh = true;
      this.opened();
      this.ping();
      this.line(true);
    };
    socket.onmessage = (e) => {
      if (socket === this.socket) this.read(JSON.parse(e.data));
    };
    socket.onclose = (e) => {
      if (socket !== this.socket) return;
      if (e.code === SHUT_OUT)
        location.reload(); // signed out, or signed in as somebody else: the page is another one
      else this.lost(e.code === 1008);
    };
  }

  /** The line is open: say what is to be heard on it. */
  opened() {}

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
    if (!this.socket) {
      this.tries = 0;
      this.open();
    } else this.beat();
  }

  /** @returns {boolean} whether the line is open */
  beat() {
    const now = performance.now(),
      { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    if (this.pinged > this.heard && now - this.pinged > SILENT) {
      socket.close();
      this.lost(false);
      return false;
    }
    if (now - this.heard > QUIET && this.pinged <= this.heard) this.ping();
    return true;
  }

  ping() {
    this.pinged = performance.now();
    this.say({ t: 'ping', x: this.pinged });
  }

  /** @param {import('../protocol.js').FromClient} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {FromServer} message */
  read(message) {
    this.heard = performance.now();
    if ('now' in message) {
      // a late message says too little: the most that was said is nearest to the truth
      const ahead = message.now - this.heard;
      this.ahead = this.fresh || this.ahead === null ? ahead : Math.max(this.ahead, ahead);
      this.fresh = false;
    }
    if (this.wants(message)) this.hear(message);
  }

  /**
   * Whether a message is of any use.
   * @param {FromServer} message
   * @returns {boolean}
   */
  wants(message) {
    return !!message;
  }
}
