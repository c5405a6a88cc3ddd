/** Events one after the other, each with its time to be seen; later ones wait.
 *  @template T */
export class Queue {
  /** @param {(item: T, next: T|undefined) => number|Promise<unknown>} show draws an item; the ms to leave it,
   *  or a promise of being done @param {(busy: boolean) => void} busy */
  constructor(show, busy) {
    this.show = show;
    this.busy = busy;
    /** @type {T[]} */ this.items = [];
    this.running = false;
    this.age = 0;
    /** @type {() => void} */ this.skip = () => {};
  }

  /** @param {T} item */
  push(item) {
    this.items.push(item);
    if (!this.running) void this.run();
  }

  /** Forget everything that waits, and what is being shown. */
  clear() {
    this.age++;
    this.items = [];
    this.skip();
    if (this.running) this.busy(false);
    this.running = false;
  }

  /** Wait, unless something skips it. @param {number} ms @returns {Promise<boolean>} false if the queue was cleared meanwhile */
  async pause(ms) {
    const { age } = this;
    if (ms > 0) await new Promise((/** @type {(_: void) => void} */ done) => {
      const timer = setTimeout(done, ms);
      this.skip = () => { clearTimeout(timer); done(); };
    });
    return age === this.age;
  }

  async run() {
    const { age } = this;
    this.running = true;
    this.busy(true);
    while (age === this.age && this.items.length) {
      const item = /** @type {T} */ (this.items.shift()), held = this.show(item, this.items[0]);
      if (typeof held === 'number') { if (held > 0) await this.pause(held); } else await held;
    }
    if (age !== this.age) return;
    this.running = false;
    this.busy(false);
  }
}
