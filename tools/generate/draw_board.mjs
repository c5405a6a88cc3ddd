/**
 * Draws the empty board that the server sends with the table page, by the code that draws it in the
 * browser: `node tools/generate/draw_board.mjs` writes the partial, `--check` only says whether it is up to
 * date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geometry, scene } from '../../src/zaria/web/static/zaria/js/tables/geometry.js';

const TARGET = new URL('../../src/zaria/web/templates/zaria/_board.html', import.meta.url);
const WIDTH = 100;

/**
 * Elements one after the other, on lines that are not too long.
 * @param {string} markup
 */
function wrapped(markup) {
  const lines = [''];
  for (const element of markup.split(/(?<=>)(?=<)/)) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + element.length > WIDTH) lines.push(element);
    else lines[last] += element;
  }
  return lines.join('\n');
}

/**
 * @param {string} name
 * @param {number} w
 * @param {number} h
 * @param {boolean} rails
 */
function picture(name, w, h, rails) {
  const inside = scene(geometry({ w, h, rails, mirrored: false, parallel: false }));
  const box = `viewBox="0 0 ${w} ${h}" preserveAspectRatio="none"`;
  return `<svg class="scene ${name}" ${box}>\n${wrapped(inside)}\n</svg>`;
}

const text = `<div class="still" aria-hidden="true">
<div class="wood"><div class="felt"></div><div class="beam"></div><div class="felt"></div></div>
${picture('wide', 1080, 780, true)}
${picture('narrow', 360, 511, false)}</div>
`;

/** The partial as it is, if there is one. */
function drawn() {
  try {
    return readFileSync(TARGET, 'utf8');
  } catch {
    return '';
  }
}

if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
else if (drawn() !== text) {
  console.error('_board.html is not what tools/generate/draw_board.mjs draws');
  process.exit(1);
}
