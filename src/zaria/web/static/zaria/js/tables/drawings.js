/** Arrows and circles on the board of a tables game. */
import { effect } from '@preact/signals-core';
import { Drawings } from '../ui/drawings.js';
import { otherPlays } from './input.js';

/**
 * @param {BoardView} view
 * @param {PointerEvent} first
 */
export function follow(view, first) {
  const { root } = view;
  const places = () => Array.from({ length: 26 }, (_, at) => at).filter((at) => view.g.has(at));
  const drawings = new Drawings({
    root,
    place: root,
    box: () => `0 0 ${view.g.shape.w} ${view.g.shape.h}`,
    unit: () => view.g.column,
    under: (e) => {
      const { left: leftEdge, top } = root.getBoundingClientRect(),
        p = { x: e.clientX - leftEdge, y: e.clientY - top };
      const isIn = (/** @type {Box} */ b) =>
        p.x >= b.x && p.x < b.x + b.w && p.y >= b.y && p.y < b.y + b.h;
      return places().find((at) => isIn(view.g.boxOf(at))) ?? -1;
    },
    middle: (at) => {
      const { x, y, w, h } = view.g.boxOf(at);
      return { x: x + w / 2, y: y + h / 2 };
    },
    position: () => JSON.stringify(view.at),
    grips: (e) => view.selected > 0 || otherPlays(view, e) >= 0,
    release: () => view.select(0),
    plays: (e) => otherPlays(view, e) >= 0,
  });
  effect(() => {
    void [view.times.value, view.sets.value];
    drawings.follow();
  });
  drawings.listen(first);
}
