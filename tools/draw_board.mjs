/** Draws the empty board that the server sends with the table page, by the code that draws it in the browser:
 *  `node tools/draw_board.mjs` writes the partial, `--check` only says whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { geometry, scene } from '../src/zaria/web/static/zaria/js/board/geometry.js';

const TARGET = new URL('../src/zaria/web/templates/zaria/_board.html', import.meta.url);

/** @param {string} name @param {number} w @param {number} h @param {boolean} rails */
function picture(name, w, h, rails) {
  const inside = scene(geometry({ w, h, rails, mirrored: false, parallel: false }));
  return `<svg class="scene ${name}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none">${inside}</svg>`;
}

const text = `<div class="still" aria-hidden="true"><div class="wood"><div class="felt"></div><div class="beam"></div><div class="felt"></div></div>
${picture('wide', 1080, 780, true)}
${picture('narrow', 360, 511, false)}</div>
`;

if (process.argv.includes('--check')) {
  let now = '';
  try { now = readFileSync(TARGET, 'utf8'); } catch { /* not drawn yet */ }
  if (now !== text) {
    console.error('_board.html is not what tools/draw_board.mjs draws');
    process.exit(1);
  }
} else writeFileSync(TARGET, text);
