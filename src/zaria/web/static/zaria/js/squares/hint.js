/** A hint on the board of a board game. */
import { way } from './picture.js';

/**
 * The arrow of a move as the text of an SVG.
 * @param {SVGElement} over what it is drawn in
 * @param {import('../analysis.js').Choice} choice
 * @param {{size: number, coordinates: string, turned: boolean}} of
 */
export function hintArrows(over, choice, of) {
  over.setAttribute('viewBox', `0 0 ${of.size} ${of.size}`);
  return way(of, choice.path ?? [], '');
}
