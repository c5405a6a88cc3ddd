/** Every point is also a button with a name, for keyboards and screen readers. Arrows walk, Enter plays. */

/** @typedef {import('./view.js').BoardView} BoardView */

export class Keys {
  /** @param {HTMLElement} layer @param {BoardView} view */
  constructor(layer, view) {
    this.view = view;
    /** @type {HTMLButtonElement[]} */ this.buttons = [];
    for (let at = 25; at >= 0; at--) {
      const b = document.createElement('button');
      b.type = 'button';
      b.dataset.at = String(at);
      b.tabIndex = at === 24 ? 0 : -1;
      layer.append(b);
      this.buttons[at] = b;
    }
    layer.addEventListener('click', (e) => {
      const at = Number(/** @type {HTMLElement} */ (e.target).dataset.at);
      if (e.detail === 0) view.tap(at, view.selected === at);
    });
    layer.addEventListener('keydown', (e) => this.arrow(e));
    /** @type {number|undefined} */ this.timer = undefined;
  }

  lay() {
    this.buttons.forEach((b, at) => {
      const box = this.view.g.boxOf(at);
      Object.assign(b.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });
    });
  }

  /** Names are written when the browser is idle: never between a tap and its picture. */
  labelSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => {
      this.buttons.forEach((b, at) => {
        const name = this.view.api.describe(at);
        if (b.getAttribute('aria-label') !== name) b.setAttribute('aria-label', name);
      });
    }), 60);
  }

  /** @param {KeyboardEvent} e */
  arrow(e) {
    const at = Number(/** @type {HTMLElement} */ (e.target).dataset.at), near = at <= 12;
    const side = this.view.g.shape.mirrored ? -1 : 1;
    const step = { ArrowLeft: near ? side : -side, ArrowRight: near ? -side : side,
      ArrowUp: near ? 25 - 2 * at : 0, ArrowDown: near ? 0 : 25 - 2 * at }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    this.focus(Math.min(25, Math.max(0, at + step)));
  }

  /** @param {number} at */
  focus(at) {
    for (const b of this.buttons) b.tabIndex = -1;
    this.buttons[at].tabIndex = 0;
    this.buttons[at].focus();
  }
}
