/** Still pictures of a board of squares, by what draws the real one; see tables/picture.js. */
import { drawPictures } from '../ui/pictures.js';
import { frame, houses, lettered, squareName, pieces, scene, spot, squareOf } from './geometry.js';
import { isStepless, pieceImage, install } from './pieces.js';

/**
 * Squares by their names; `turned`: dark is below; `house`: of ugolki, or ''; `barred`: a move that
 * may not be made.
 * @typedef {{ game: string, size: number, coordinates: string, turned: boolean, house: string,
 * board: string, path: string[], takes: string[], barred: string[] }} Picture
 */

/**
 * Draw the pictures of board games under `root`.
 * @param {ParentNode} root
 */
export const draw = (root) => drawPictures(root, board);

/**
 * One picture as the text of an SVG.
 * @param {Picture} of
 */
export function board(of) {
  install(of.game);
  const f = frame(of.size),
    edge = of.size + 2 * f,
    inside = of.house ? houses(of.house) : [];
  const still = scene(of, of.turned, inside, false);
  return (
    `<svg viewBox="${-f} ${-f} ${edge} ${edge}" aria-hidden="true">` +
    `<rect x="${-f}" y="${-f}" width="${edge}" height="${edge}" rx=".12" class="timber"/>` +
    still.replace('<svg', `<svg x="${-f}" y="${-f}" width="${edge}" height="${edge}"`) +
    ends(of) +
    men(of) +
    numbers(of) +
    captured(of) +
    way(of, of.path, '') +
    way(of, of.barred, 'barred') +
    '</svg>'
  );
}

/**
 * The middle of a square.
 * @param {Pick<Picture, 'size'|'coordinates'|'turned'>} of
 * @param {string} name
 * @returns {XY}
 */
function middle(of, name) {
  const { x, y } = spot(of.size, squareOf(of, name), of.turned);
  return { x: x + 0.5, y: y + 0.5 };
}

/**
 * Where a move begins and ends.
 * @param {Picture} of
 */
function ends(of) {
  return of.path
    .map((name, k) => {
      const { x, y } = middle(of, name);
      const over = k % (of.path.length - 1) ? ' sq-over' : '';
      return `<rect x="${x - 0.5}" y="${y - 0.5}" width="1" height="1" class="sq-way${over}"/>`;
    })
    .join('');
}

/** @param {Picture} of */
function men(of) {
  return pieces(of.board)
    .map((letter, at) => {
      if (!letter) return '';
      const { x, y } = spot(of.size, at, of.turned),
        inset = isStepless(of.game) ? 0 : 0.09,
        size = 1 - 2 * inset;
      const box = `x="${x + inset}" y="${y + inset}" width="${size}" height="${size}"`;
      return `<use href="#${pieceImage(of.game, letter).symbol}" ${box}/>`;
    })
    .join('');
}

/**
 * The numbers of the squares, above the pieces: captions speak of them.
 * @param {Picture} of
 */
function numbers(of) {
  if (lettered(of)) return '';
  const all = Array.from({ length: of.size * of.size }, (_, at) => {
    const { x, y } = spot(of.size, at, of.turned),
      name = squareName(of, at);
    return name && `<text x="${x + 0.03}" y="${y + 0.25}">${name}</text>`;
  });
  return `<g class="sq-inside">${all.join('')}</g>`;
}

/**
 * A cross on each piece that is taken.
 * @param {Picture} of
 */
function captured(of) {
  return of.takes
    .map((name) => {
      const { x, y } = middle(of, name),
        a = 0.2;
      return `<path class="sq-gone" d="M${x - a} ${y - a}l${2 * a} ${2 * a}m0 ${-2 * a}l${-2 * a} ${2 * a}"/>`;
    })
    .join('');
}

/**
 * The way of a piece over all its landings, as one arrow.
 * @param {Pick<Picture, 'size'|'coordinates'|'turned'>} of
 * @param {string[]} path
 * @param {string} look
 */
export function way(of, path, look) {
  if (path.length < 2) return '';
  const spots = path.map((name) => middle(of, name)),
    [b, a] = [spots[spots.length - 1], spots[spots.length - 2]];
  const turn = Math.atan2(b.y - a.y, b.x - a.x),
    head = 0.3;
  const at = (/** @type {number} */ back, /** @type {number} */ aside) =>
    `${(b.x - back * Math.cos(turn + aside)).toFixed(3)} ${(b.y - back * Math.sin(turn + aside)).toFixed(3)}`;
  const line = `M${spots
    .slice(0, -1)
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')}L${at(head * 0.8, 0)}`;
  return (
    `<g class="${look}"><path class="way under" d="${line}"/><path class="way" d="${line}"/>` +
    `<path class="tip" d="M${b.x} ${b.y}L${at(head, 0.5)}L${at(head, -0.5)}Z"/></g>`
  );
}
