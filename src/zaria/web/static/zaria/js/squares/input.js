/**
 * Fingers, mice and keys on squares: tap, drag, arrows. A mouse commits when pressed, a finger when
 * it leaves.
 */
import { nearest, spot, under } from './geometry.js';

/** @typedef {import('./view.js').SquaresView} View */
const REACH = 22; // px around the middle of a small square that still count

/** @param {View} view */
export function listen(view) {
  const { root, field, api } = view;
  const local = (/** @type {PointerEvent} */ e) => {
    const box = field.getBoundingClientRect(),
      side = box.width / view.size;
    return { x: (e.clientX - box.left) / side, y: (e.clientY - box.top) / side };
  };
  const reach = () => {
    const side = field.clientWidth / view.size;
    return Math.max(6, REACH - side / 2) / side;
  };
  /**
   * The square meant: the one under the finger if it is one of these, else the nearest.
   * @param {XY} p
   * @param {Iterable<number>} squares
   */
  const meant = (p, squares) => nearest(view.size, p, squares, reach(), view.turned);

  /**
   * Where a dragged piece is put down.
   * @param {XY} drop
   */
  const landing = (drop) => {
    if (api.anywhere()) return under(view.size, drop, view.turned);
    return nearest(view.size, drop, api.targets().keys(), 0.35, view.turned);
  };

  root.addEventListener('contextmenu', (e) => {
    if (/** @type {HTMLElement} */ (e.target).closest('.pane,.picker')) return;
    e.preventDefault();
    api.clear();
  });

  root.addEventListener('pointerdown', (e) => {
    if (e.button || !e.isPrimary || /** @type {HTMLElement} */ (e.target).closest('.pane,.picker'))
      return;
    const p = local(e),
      exact = under(view.size, p, view.turned),
      sources = api.sources(),
      targets = api.targets();
    const near = () => (sources.has(exact) ? -1 : meant(p, targets.keys()));
    const to = targets.has(exact) ? exact : near();
    if (to >= 0) {
      e.preventDefault();
      if (e.pointerType !== 'touch') {
        api.go(to);
        return;
      }
      until((end) => {
        const at = end.type === 'pointerup' ? meant(local(end), targets.keys()) : -1;
        if (at >= 0) api.go(at);
      });
      return;
    }
    const from = api.anywhere() || sources.has(exact) ? exact : meant(p, sources);
    if (from < 0) {
      api.clear();
      return;
    }
    e.preventDefault();
    if (!api.grips(from)) {
      api.tap(from);
      return;
    }
    const again = api.held() === from;
    if (!again && !(api.anywhere() && api.held() >= 0)) api.pick(from);
    const dragged = drag(view, e, p, from, local);
    until((end) => {
      const drop = dragged.stop();
      view.aim(-1);
      if (!drop) {
        if (end.type === 'pointerup' && (again || api.held() !== from)) api.tap(from);
        return;
      }
      const at = end.type === 'pointercancel' ? -1 : landing(drop);
      if (at >= 0 && at !== from) {
        api.go(at);
        if (view.pieces.get(from)?.el.classList.contains('drag')) view.back(from);
      } else view.back(from);
    });
  });
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
 * Let a piece follow the pointer; `stop` tells where it was let go, null if it was a tap.
 * @param {View} view
 * @param {PointerEvent} e
 * @param {XY} start
 * @param {number} from
 * @param {(e: PointerEvent) => XY} local
 */
function drag(view, e, start, from, local) {
  const touch = e.pointerType === 'touch',
    piece = view.pieces.get(from),
    side = view.field.clientWidth / view.size,
    lift = touch ? 0.75 : 0;
  /** @type {XY|null} */
  let at = null;
  const move = (/** @type {PointerEvent} */ ev) => {
    if (!ev.isPrimary || !piece) return;
    const p = local(ev);
    if (!at && Math.hypot(p.x - start.x, p.y - start.y) * side < (touch ? 9 : 4)) return;
    if (!at) {
      if (view.api.held() !== from) view.api.pick(from);
      piece.flight?.cancel();
      piece.el.classList.add('drag');
    }
    at = { x: p.x, y: p.y - lift };
    const x = ((at.x - 0.5) * side).toFixed(1),
      y = ((at.y - 0.5) * side).toFixed(1);
    piece.el.style.transform = `translate(${x}px,${y}px) scale(1.12)`;
    view.aim(
      view.api.anywhere()
        ? under(view.size, at, view.turned)
        : nearest(view.size, at, view.api.targets().keys(), 0.35, view.turned),
    );
  };
  addEventListener('pointermove', move);
  return {
    stop() {
      removeEventListener('pointermove', move);
      return at;
    },
  };
}

/**
 * Every square on which a piece can stand is also a button with a name, for keyboards and screen
 * readers. Arrows walk, Enter plays.
 */
export class Keys {
  /**
   * @param {HTMLElement} layer
   * @param {View} view
   */
  constructor(layer, view) {
    this.view = view;
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    for (let at = 0; at < view.size * view.size; at++) {
      if (!view.has(at)) continue;
      const b = document.createElement('button');
      b.type = 'button';
      b.dataset.at = String(at);
      b.tabIndex = this.buttons.size ? -1 : 0;
      layer.append(b);
      this.buttons.set(at, b);
    }
    layer.addEventListener('click', (e) => {
      if (e.detail === 0) view.api.tap(Number(/** @type {HTMLElement} */ (e.target).dataset.at));
    });
    layer.addEventListener('keydown', (e) => this.arrow(e));
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  lay() {
    const { size, turned } = this.view;
    for (const [at, b] of this.buttons) {
      const { x, y } = spot(size, at, turned);
      Object.assign(b.style, {
        left: `${(x * 100) / size}%`,
        top: `${(y * 100) / size}%`,
        width: `${100 / size}%`,
        height: `${100 / size}%`,
      });
    }
  }

  /** Names are written when the browser is idle: never between a tap and its picture. */
  labelSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () =>
        (window.requestIdleCallback ?? setTimeout)(() => {
          for (const [at, b] of this.buttons) {
            const name = this.view.api.describe(at);
            if (b.getAttribute('aria-label') !== name) b.setAttribute('aria-label', name);
          }
        }),
      60,
    );
  }

  /**
   * Where only the dark squares count, an arrow goes on to the next of them.
   * @param {KeyboardEvent} e
   */
  arrow(e) {
    const { view } = this,
      { size, turned } = view,
      at = Number(/** @type {HTMLElement} */ (e.target).dataset.at);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      e.key
    ];
    if (!step) return;
    e.preventDefault();
    const { x, y } = spot(size, at, turned),
      p = { x: x + step[0] + 0.5, y: y + step[1] + 0.5 };
    let to = under(size, p, turned);
    // the dark neighbour of a light square: beside it for up and down, further on for left and
    // right
    if (to >= 0 && !view.has(to))
      to = step[0]
        ? under(size, { x: p.x + step[0], y: p.y }, turned)
        : ([1, -1]
            .map((dx) => under(size, { x: p.x + (y % 2 ? -dx : dx), y: p.y }, turned))
            .find((i) => i >= 0) ?? -1);
    if (to < 0) return;
    for (const b of this.buttons.values()) b.tabIndex = -1;
    const b = this.buttons.get(to);
    if (b) b.tabIndex = 0;
    b?.focus();
  }
}
