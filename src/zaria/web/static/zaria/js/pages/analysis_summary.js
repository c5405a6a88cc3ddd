/** What an analysis says of each player, and how it was made. */
import { byId, html, nothing, t } from '../ui/dom.js';
import { term } from '../ui/terms.js';
import { evaluatorName, amountText, number, signed } from '../ui/evaluations.js';

/**
 * @typedef {import('./analysis.js').Known} Known
 * @typedef {import('../analysis.js').PlayerTotals} PlayerTotals
 */

/** Decisions about the cube. */
const CUBE = new Set(['double', 'answer']);

/**
 * The key of what is lost by other decisions than turns: without a cube these are resignations.
 * @param {Pick<import('../analysis.js').Analysis, 'decisions'>} analysis
 */
export const actsName = ({ decisions }) =>
  decisions.some(({ kind }) => CUBE.has(kind)) ? 'an_with_cube' : 'an_with_resignations';

/**
 * The words for an error rate, which the page came with.
 * @param {number} rate
 */
function wordsOf(rate) {
  /** @type {[number|null, string][]} */
  const words = JSON.parse(byId('analysis').dataset.rateWords ?? '[]');
  return words.find(([limit]) => limit === null || rate < limit)?.[1] ?? '';
}

/** @param {number|null} rate */
const rateCell = (rate) =>
  rate === null ? html`<b>–</b>` : html`<b>${number(rate, 1)}</b> <small>${wordsOf(rate)}</small>`;

/** @param {Known} analysis */
export function summary({ of, names }) {
  const { unit, marks } = of.method,
    [light, dark] = of.accounts;
  const row = (
    /** @type {string} */ name,
    /** @type {(account: PlayerTotals) => unknown} */ tell,
    key = '',
  ) =>
    html`<tr>
      <th scope="row">${key ? term(key, name) : name}</th>
      <td>${tell(light)}</td>
      <td>${tell(dark)}</td>
    </tr>`;
  const dice = light.luck !== null || dark.luck !== null,
    points = unit === 'points',
    acts = points && light.cube.decisions + dark.cube.decisions > 0;
  const rateName = t(unit === 'chance' ? 'an_average' : 'an_rate');
  const rateKey = unit === 'chance' ? 'average_loss' : 'pr';
  const rateMeaning = t(unit === 'chance' ? 'an_average_long' : 'an_rate_long');
  const sum = (/** @type {number|null} */ n) => (n === null ? '–' : signed(n, 2));
  return html`<section class="an-sums">
    <h2>${t('an_sums')}</h2>
    <table>
      <thead>
        <tr>
          <td></td>
          ${names.map((name, side) => html`<th scope="col"><i class="disc ${side ? 'dk' : 'lt'}"></i>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${row(rateName, ({ rate }) => rateCell(rate), rateKey)}
        ${row(t('an_decisions'), ({ total }) => total.decisions)}
        ${row(t('an_inaccuracies'), ({ total }) => total.inaccuracies)}
        ${row(t('an_errors'), ({ total }) => total.errors, 'error')}
        ${row(t('an_blunders'), ({ total }) => total.blunders)}
        ${points ? row(t('an_given'), ({ total }) => signed(-total.loss), 'equity') : nothing}
        ${acts ? row(t(actsName(of)), ({ cube }) => signed(-cube.loss)) : nothing}
        ${
          dice
            ? [
                row(t('an_luck'), ({ luck }) => sum(luck), 'luck'),
                row(t('an_result'), ({ result }) => signed(result, 0)),
                row(t('an_adjusted'), ({ adjusted }) => sum(adjusted), 'adjusted'),
              ]
            : nothing
        }
      </tbody>
    </table>
    <details class="an-how">
      <summary>${t('an_how')}</summary>
      ${method()}
    </details>
  </section>`;

  function method() {
    const { engines, ply, luck, nodes, seconds, depth } = of.method,
      list = engines.map((engine) => evaluatorName(engine, true)).join(', '),
      shown = (/** @type {number} */ n) => amountText(n, unit);
    const most = (/** @type {number} */ n) => n.toLocaleString(document.documentElement.lang);
    const byPlies = ply
      ? t('an_judged', { engines: list, n: ply })
      : t('an_judged_now', { engines: list });
    const judged =
      unit === 'chance'
        ? t('an_judged_squares', { engines: list, nodes: most(nodes), seconds: most(seconds) })
        : `${byPlies} ${t('an_judged_luck', { luck })}`;
    return html`<p>
        ${term('ply', t('an_depth'))}:
        ${t(`an_${depth}`).toLocaleLowerCase(document.documentElement.lang)}. ${judged}
      </p>
      <p>${t(unit === 'chance' ? 'an_unit_chance' : 'an_unit_points')}</p>
      <p>
        ${t('an_marks', { a: shown(marks.inaccuracy), b: shown(marks.error), c: shown(marks.blunder) })}
      </p>
      <p>${rateMeaning}</p>
      ${dice ? html`<p>${t('an_luck_long')}</p>` : nothing}`;
  }
}
