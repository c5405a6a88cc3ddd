/** A template as the text that a page would show of it. */
import { nothing } from 'lit-html';

/**
 * The markup of a template, without listeners; white space is of no importance.
 * @param {unknown} part
 * @returns {string}
 */
export function markup(part) {
  if (part === null || part === undefined || part === nothing || typeof part === 'function')
    return '';
  if (Array.isArray(part)) return part.map(markup).join('');
  if (typeof part !== 'object') return String(part);
  const { strings, values } = part;
  return strings
    .map((text, i) => text + (i < values.length ? markup(values[i]) : ''))
    .join('')
    .replace(/\s+/g, ' ');
}

/**
 * The words of a template, without its elements.
 * @param {unknown} part
 */
export const words = (part) =>
  markup(part)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
