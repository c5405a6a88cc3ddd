/** A WebSocket to the server that reconnects by itself, and the server's clock. */

const PING_AFTER = 4000,
  PONG_WITHIN = 5000,
  BACKOFF = [250, 600, 1200, 2500, 4000],
  SHUT_OUT = 4001;

/**
 * A name that nobody can guess.
 * @param {number} bytes
 */
export const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('');

export class Socket {
  /**
   * Opens at once.
   * @param {(message: FromServer) => void} onMessage
   * @param {(up: boolean) => void} onStateChange
   * @param {string} [node] the process to open it at, '' for any
   */
  constructor(onMessage, onStateChange, node = '') {
    this.onMessage = onMessage;
    this.onStateChange = onStateChange;
    /**
     * what the server's clock shows more than performance.now()
     * @type {number|null}
     */
    this.clockOffset = null;
    this.fresh = true;
    this.tries = 0;
    this.receivedAt = 0;
    this.pingedAt = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** where the connection is, or is being opened */
    this.node = node;
    this.open(node);
    setInterval(() => this.beat(), 1000);
    for (const event of ['online', 'pageshow']) addEventListener(event, () => this.wake());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.wake();
    });
  }

  /** The server's clock, ms since the epoch. */
  get now() {
    return performance.now() + (this.clockOffset ?? Date.now() - performance.now());
  }

  /** @param {string} [node] a process; after it is lost any other is tried */
  open(node = '') {
    clearTimeout(this.timer);
    this.pingedAt = performance.now();
    this.node = node;
    this.socket = this.connect(node);
  }

  /** @param {string} node */
  connect(node) {
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${node && `/${node}`}`,
    );
    socket.onopen = () => {
      this.tries = 0;
      this.receivedAt = performance.now();
      this.fresh = true;
      this.onOpen();
      this.ping();
      this.onStateChange(true);
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
    return socket;
  }

  /** The connection is open: ask for what is to come over it. */
  onOpen() {}

  /** @param {boolean} refused the server closed the connection on purpose */
  lost(refused) {
    this.socket = null;
    this.onStateChange(false);
    const wait = refused ? 10000 : BACKOFF[Math.min(this.tries++, BACKOFF.length - 1)];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** The page is visible again, or the network is back: do not wait for the timer. */
  wake() {
    if (!this.socket) {
      this.tries = 0;
      this.open();
    } else this.beat();
  }

  /** @returns {boolean} whether the connection is open */
  beat() {
    const now = performance.now(),
      { socket } = this;
    // a named process that stands still does not even open it; the others do
    if (!socket || (socket.readyState !== WebSocket.OPEN && !this.node)) return false;
    if (this.pingedAt > this.receivedAt && now - this.pingedAt > PONG_WITHIN) {
      socket.close();
      this.lost(false);
      return false;
    }
    if (now - this.receivedAt > PING_AFTER && this.pingedAt <= this.receivedAt) this.ping();
    return true;
  }

  ping() {
    this.pingedAt = performance.now();
    this.say({ t: 'ping', x: this.pingedAt });
  }

  /** @param {import('../protocol.js').FromClient} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {FromServer} message */
  read(message) {
    this.receivedAt = performance.now();
    if ('now' in message && message.now) {
      // a late message gives too small an offset: the largest is the nearest to the truth
      const clockOffset = message.now - this.receivedAt;
      this.clockOffset =
        this.fresh || this.clockOffset === null
          ? clockOffset
          : Math.max(this.clockOffset, clockOffset);
      this.fresh = false;
    }
    if (this.accepts(message)) this.onMessage(message);
  }

  /**
   * Whether a message is of any use.
   * @param {FromServer} message
   * @returns {boolean}
   */
  accepts(message) {
    return !!message;
  }
}
