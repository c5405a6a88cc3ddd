/** Words of the page in the visitor's language, sent with it in `#words`. */

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById('words')?.textContent || '{}');

/** @param {string} key of zaria/web/words.py @param {Record<string, string|number>} [values] for its {placeholders} */
export const t = (key, values = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
