/** Arrows and marks that writers draw over the board of a study, for all its readers. */
import { drawn } from '../ui/drawings.js';

/** @typedef {{ start: string, end?: string, colour?: string }} Shape */
/**
 * What a board says of its places, by their names: `box` is the view box of a layer over it, `unit` the
 * width of a place in it; `mark` lets the reader choose places, and null ends that.
 * @typedef {{ element: Element, box(): string, unit(): number, middle(name: string): XY, nameOf(at:
 * number): string, mark(place: ((at: number) => void)|null): void }} Surface
 */

/** In the order of the colours of drawings. */
const COLOURS = ['green', 'red', 'blue', 'yellow'];

/**
 * Draw shapes in place of those before.
 * @param {SVGSVGElement} over
 * @param {Surface} surface
 * @param {Shape[]} shapes
 */
export function drawShapes(over, surface, shapes) {
  over.setAttribute('viewBox', surface.box());
  over.innerHTML = shapes
    .map(({ start, end = start, colour = 'green' }) =>
      drawn(
        { from: 0, to: start === end ? 0 : 1, colour: COLOURS.indexOf(colour) },
        (at) => surface.middle(at ? end : start),
        surface.unit(),
      ),
    )
    .join('');
}
