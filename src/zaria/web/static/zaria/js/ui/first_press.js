/** Drawings on a board: their script is fetched when somebody may begin one. */
import { importModule } from './imports.js';

/**
 * At the first press that may begin a drawing, by the other mouse button or a finger, fetch what draws.
 * @template V
 * @param {Element} root of the board
 * @param {V} view
 * @param {() => Promise<{follow: (view: V, first: PointerEvent) => void}>} load
 */
export function drawOn(root, view, load) {
  let isRequested = false;
  root.addEventListener('pointerdown', (event) => {
    const e = /** @type {PointerEvent} */ (event);
    if (isRequested || (e.button !== 2 && e.pointerType !== 'touch')) return;
    isRequested = true;
    void importModule(load).then((m) => m.follow(view, e));
  });
}
