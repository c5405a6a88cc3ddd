/** Stands in for the socket of a page under test: what the page sends is kept, what it hears is pushed. */
export class Scripted {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {Record<string, any>[]} */ this.sent = [];
    this.readyState = Scripted.CONNECTING;
    /** @type {(() => void)|null} */ this.onopen = null;
    /** @type {((e: {data: string}) => void)|null} */ this.onmessage = null;
    /** @type {((e: {code: number}) => void)|null} */ this.onclose = null;
    Object.assign(window, { socket: this });
    setTimeout(() => {
      this.readyState = Scripted.OPEN;
      this.onopen?.();
    });
  }

  /** @param {string} frame */
  send(frame) {
    const message = JSON.parse(frame);
    if (message.t === 'ping') setTimeout(() => this.pong(message.x));
    else this.sent.push(message);
  }

  /**
   * Without an answer to a ping the page calls again after some seconds.
   * @param {number} x from the ping
   */
  pong(x) {
    if (this.readyState === Scripted.OPEN) this.push({ t: 'pong', x });
  }

  /** @param {object} message from the server */
  push(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = Scripted.CLOSED;
    this.onclose?.({ code: 1006 });
  }
}

Object.assign(window, { WebSocket: Scripted });
