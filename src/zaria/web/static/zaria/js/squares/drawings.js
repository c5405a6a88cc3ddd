/** Arrows and circles on a board of squares. */
import { effect } from '@preact/signals-core';
import { Drawings } from '../ui/drawings.js';
import { spot, under } from './geometry.js';

/**
 * @param {import('./view.js').SquaresView} view
 * @param {PointerEvent} first
 */
export function follow(view, first) {
  const { root, field, size } = view;
  const at = (/** @type {PointerEvent} */ e) => {
    const box = field.getBoundingClientRect(),
      side = box.width / size;
    const p = { x: (e.clientX - box.left) / side, y: (e.clientY - box.top) / side };
    return under(size, p, view.turned);
  };
  const drawings = new Drawings({
    root,
    place: field,
    box: () => `0 0 ${size} ${size}`,
    unit: () => 1,
    under: at,
    middle: (square) => {
      const { x, y } = spot(size, square, view.turned);
      return { x: x + 0.5, y: y + 0.5 };
    },
    position: () => view.board.join(),
    grips: (e) => view.api.grips(at(e)) || view.api.held() >= 0,
    release: () => view.api.clear(),
    plays: () => false,
  });
  effect(() => {
    void view.times.value;
    drawings.follow();
  });
  drawings.listen(first);
}
