/** The outcome of a check of dice: the seal, the rolls, and how often each face fell. */
import { html, t } from './dom.js';

/** @typedef {import('../live/dice.js').Report} Report */

/**
 * How often a face fell, as a bar beside the longest.
 * @param {number} count
 * @param {number} share of the longest bar, 0 to 1
 * @param {number} face 0 to 5
 */
function faceBar(count, share, face) {
  return html`<span>${count}<i style=${`--share:${share}`}></i><b>${'⚀⚁⚂⚃⚄⚅'[face]}</b></span>`;
}

/** @param {Report} result */
export function diceReport(result) {
  const good = result.seal && result.wrong === null,
    most = Math.max(1, ...result.faces);
  return html`<div class=${good ? 'verdict' : 'verdict bad'}>
    <b>${result.seal ? t('seal_ok') : t('seal_bad')}</b>
    <b
      >${result.wrong === null ? t('rolls_ok', { n: result.rolls }) : t('rolls_bad', { n: result.wrong })}</b
    >
    <div class="falls">${result.faces.map((n, i) => faceBar(n, n / most, i))}</div>
  </div>`;
}
