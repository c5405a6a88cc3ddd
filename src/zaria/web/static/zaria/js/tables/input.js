/**
 * Fingers, mice and keys on the board. Tap, double tap, other button, drag: A mouse commits when
 * pressed, a finger when it leaves, so that sliding away changes the mind.
 */
import { place } from './checkers.js';
import { motion } from '../ui/dom.js';

const TWICE = 350; // ms between the taps of a double tap
const REACH = 22; // px around a narrow column that still count

/** @param {BoardView} view */
export function listen(view) {
  const { root } = view;
  /** @type {{at: number, when: number}} */
  let last = { at: -1, when: 0 };
  const local = (/** @type {PointerEvent|MouseEvent} */ e) => {
    const r = root.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  const slack = () => reach(view);
  const on = (/** @type {Event} */ e, /** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (e.target).closest(selector);

  root.addEventListener('contextmenu', (e) => {
    if (on(e, '.ctl,.die,.pane,.offer')) return;
    e.preventDefault();
  });

  // the other button plays where it is let go at once: pulled, it draws
  root.addEventListener('pointerdown', (e) => {
    if (e.button !== 2 || on(e, '.ctl,.die,.pane,.offer')) return;
    until((end) => {
      const at = otherPlays(view, e);
      if (end.type !== 'pointerup' || at < 0 || otherPlays(view, end) !== at) return;
      view.select(0);
      view.api.onTap(at, 'other');
    });
  });

  root.addEventListener('pointerdown', (e) => {
    if (e.button || !e.isPrimary || !view.g || on(e, '.ctl,.pane,.offer')) return;
    const p = local(e),
      chosen = view.selected,
      places = [...view.api.sources(), ...(chosen ? view.api.targets(chosen).keys() : [])];
    // a finger's pad may give the dice what was meant for the bar beside them
    if (on(e, '.die') && nearest(view, p, places, 1) < 0) {
      until((end) => {
        const die = end.type === 'pointerup' && on(end, '.die');
        if (die) view.api.onDie([...view.throw.layer.children].indexOf(die));
      });
      return;
    }
    if (chosen) {
      const targets = view.api.targets(chosen),
        to = nearest(view, p, targets.keys(), slack());
      if (to >= 0 && nearest(view, p, [chosen], 1) < 0) {
        e.preventDefault();
        if (e.pointerType !== 'touch') {
          view.select(0);
          view.api.onMove(chosen, to);
          return;
        }
        until((end) => {
          const at =
            end.type === 'pointerup' ? nearest(view, local(end), targets.keys(), slack()) : -1;
          view.select(0);
          if (at >= 0) view.api.onMove(chosen, at);
        });
        return;
      }
    }
    const back = view.api.back(),
      from = nearest(view, p, view.api.sources(), slack());
    const returned = back ? nearest(view, p, [back.from], slack()) : -1;
    const grabbed = from >= 0 ? from : returned;
    if (grabbed < 0) {
      if (chosen) view.select(0);
      return;
    }
    e.preventDefault();
    const fresh = chosen !== grabbed || grabbed === view.api.alone?.();
    if (from >= 0) view.select(from);
    const dragged = drag(view, e, p, grabbed, local);
    until((end) => {
      const drop = dragged.stop();
      if (drop) {
        view.select(0);
        release(view, grabbed, drop, end);
        return;
      }
      const twice = !fresh || (last.at === grabbed && e.timeStamp - last.when < TWICE);
      last = { at: twice ? -1 : grabbed, when: e.timeStamp };
      if (from >= 0 && end.type === 'pointerup') view.tap(from, twice);
    });
  });
}

/** @param {BoardView} view */
const reach = (view) => Math.max(6, REACH - view.g.column / 2);

/**
 * The point whose checker the other button plays there, -1 for none.
 * @param {BoardView} view
 * @param {PointerEvent} e
 */
export function otherPlays(view, e) {
  const { left: leftEdge, top } = view.root.getBoundingClientRect();
  const p = { x: e.clientX - leftEdge, y: e.clientY - top };
  return nearest(view, p, view.api.sources(), reach(view));
}

/** @param {(e: PointerEvent) => void} end called once, when the finger leaves */
function until(end) {
  const once = (/** @type {PointerEvent} */ e) => {
    removeEventListener('pointerup', once);
    removeEventListener('pointercancel', once);
    end(e);
  };
  addEventListener('pointerup', once);
  addEventListener('pointercancel', once);
}

/**
 * Let the top checker follow the pointer; `stop` tells where it was let go, null if it was a tap.
 * @param {BoardView} view
 * @param {PointerEvent} e
 * @param {XY} start
 * @param {number} from
 * @param {(e: PointerEvent) => XY} local
 */
function drag(view, e, start, from, local) {
  const half = view.g.size / 2,
    touch = e.pointerType === 'touch',
    lift = touch ? half * 1.5 : 0;
  const checker = view.checkers.top(0, from),
    targets = [...view.api.targets(from).keys()];
  /** @type {XY|null} */
  let at = null;
  const move = (/** @type {PointerEvent} */ ev) => {
    if (!ev.isPrimary || !checker) return;
    const p = local(ev);
    if (!at && Math.hypot(p.x - start.x, p.y - start.y) < (touch ? 9 : 4)) return;
    if (!at) {
      checker.flight?.cancel();
      checker.el.classList.add('drag');
      checker.el.style.zIndex = '999';
    }
    at = { x: p.x, y: p.y - lift };
    checker.el.style.transform = `${place({ x: at.x - half, y: at.y - half })} scale(1.12)`;
    view.aimAt(nearest(view, at, targets, view.g.column * 0.7));
  };
  addEventListener('pointermove', move);
  return {
    stop() {
      removeEventListener('pointermove', move);
      if (at && checker) {
        checker.el.classList.remove('drag');
        checker.x = at.x - half;
        checker.y = at.y - half;
      }
      return at;
    },
  };
}

/**
 * @param {BoardView} view
 * @param {number} from
 * @param {XY} drop
 * @param {PointerEvent} end
 */
function release(view, from, drop, end) {
  const reach = view.g.column * 0.7,
    back = view.api.back();
  const to =
    end.type === 'pointercancel' ? -1 : nearest(view, drop, view.api.targets(from).keys(), reach);
  if (to >= 0) view.api.onMove(from, to);
  else if (
    back?.from === from &&
    nearest(view, drop, [back.to], reach) >= 0 &&
    end.type !== 'pointercancel'
  )
    view.api.onBack();
  else view.checkers.lay(view.g, motion.on);
}

/**
 * The nearest of some places, -1 if none is within `reach`: legal ones only, so that a narrow
 * column still offers a finger enough.
 * @param {BoardView} view
 * @param {XY} p
 * @param {Iterable<number>} places
 * @param {number} reach
 */
function nearest(view, p, places, reach) {
  let best = -1,
    least = reach;
  for (const at of places) {
    const b = view.g.boxOf(at);
    const dx = Math.max(b.x - p.x, 0, p.x - b.x - b.w),
      dy = Math.max(b.y - p.y, 0, p.y - b.y - b.h);
    const distance = Math.hypot(dx, dy) + Math.abs(p.x - b.x - b.w / 2) * 0.001;
    if (distance < least) {
      least = distance;
      best = at;
    }
  }
  return best;
}

/**
 * Every point is also a button with a name, for keyboards and screen readers. Arrows walk, Enter
 * plays.
 */
export class Keys {
  /**
   * @param {HTMLElement} layer
   * @param {BoardView} view
   */
  constructor(layer, view) {
    this.view = view;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
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
      if (e.detail === 0) view.tap(at, view.selected === at && at !== view.api.alone?.());
    });
    layer.addEventListener('keydown', (e) => this.arrow(e));
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  lay() {
    this.buttons.forEach((b, at) => {
      b.hidden = !this.view.g.has(at);
      if (b.hidden) return;
      const box = this.view.g.boxOf(at);
      Object.assign(b.style, {
        left: `${box.x}px`,
        top: `${box.y}px`,
        width: `${box.w}px`,
        height: `${box.h}px`,
      });
    });
  }

  /** Names are written when the browser is idle: never between a tap and its picture. */
  labelSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () =>
        (window.requestIdleCallback ?? setTimeout)(() => {
          this.buttons.forEach((b, at) => {
            const name = b.hidden ? '' : this.view.api.describe(at);
            if (b.getAttribute('aria-label') !== name) b.setAttribute('aria-label', name);
          });
        }),
      60,
    );
  }

  /** @param {KeyboardEvent} e */
  arrow(e) {
    const at = Number(/** @type {HTMLElement} */ (e.target).dataset.at),
      { g, drawing } = this.view,
      near = g.isNear(at),
      low = at <= 12;
    const side = g.columnX(0) < g.columnX(1) ? -1 : 1;
    const step = {
      ArrowLeft: low ? side : -side,
      ArrowRight: low ? -side : side,
      ArrowUp: near ? 25 - 2 * at : 0,
      ArrowDown: near ? 0 : 25 - 2 * at,
    }[drawing.arrow?.(g.shape, e.key) ?? e.key];
    if (step === undefined) return;
    e.preventDefault();
    const { has } = this.view.g;
    let to = Math.min(25, Math.max(0, at + step));
    while (!has(to)) to += Math.sign(step);
    this.focus(to);
  }

  /** @param {number} at */
  focus(at) {
    for (const b of this.buttons) b.tabIndex = -1;
    this.buttons[at].tabIndex = 0;
    this.buttons[at].focus();
  }
}
