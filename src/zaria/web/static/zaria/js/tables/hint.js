/** A hint on the board of a tables game. */
import { arrows } from './picture.js';
import { arrowsOf } from './steps.js';

/**
 * The arrows of a turn as the text of an SVG.
 * @param {SVGElement} over what they are drawn in
 * @param {import('../analysis.js').Choice} choice
 * @param {Geometry} g
 * @param {DiceTable} table
 */
export function hintArrows(over, choice, g, table) {
  const { contact, parallel } = table.kind.value,
    { checkers, pins } = table.base.value;
  over.setAttribute('viewBox', `0 0 ${g.shape.w} ${g.shape.h}`);
  return arrows(g, {
    men: /** @type {any} */ (checkers),
    pins: /** @type {any} */ (pins),
    parallel,
    side: 0,
    arrows: arrowsOf(/** @type {any} */ (choice.moves ?? []), contact),
  });
}
