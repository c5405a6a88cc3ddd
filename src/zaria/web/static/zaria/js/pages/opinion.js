/** What an engine thinks of the position that is shown: the chances, and the best that can be done. */
import { signal } from '@preact/signals-core';
import { html, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { term } from '../ui/terms.js';
import {
  equityText,
  evaluatorName,
  lossText,
  nonBreaking,
  notation,
  number,
  percent,
  signed,
  unbroken,
} from '../ui/evaluations.js';

/**
 * @typedef {import('../analysis.js').Choice} Choice
 * @typedef {{ side: number, unit: string, kind: string, engine: string, choices: Choice[], value:
 * number, chances?: number[] }} Opinion `chances` and `value` are those of the side on roll
 */
/** @typedef {{ phase: 'none'|'ask'|'done'|'lost', reason: string, evaluation: Opinion|null }} State */

/**
 * The panel with the opinion, which asks at once and each time it is called.
 * @param {import('./replay_steps.js').Steps<any>} steps
 * @param {HTMLElement} root to be filled
 * @returns {() => Promise<void>}
 */
export function panel(steps, root) {
  const nothingYet = /** @type {State} */ ({ phase: 'none', reason: '', evaluation: null }),
    state = signal(nothingYet);
  /** the last question: the answer to an earlier one is no longer wanted */
  let last = 0;
  const { follow } = steps;
  steps.follow = () => {
    follow();
    last++;
    state.value = nothingYet;
  };
  mount(root, () => view(steps, state.value));
  return async () => {
    const request = ++last;
    state.value = { ...nothingYet, phase: 'ask' };
    const outcome = await ask(steps.opinionAddress());
    if (request === last) state.value = outcome;
  };
}

/**
 * @param {string} address
 * @returns {Promise<State>}
 */
async function ask(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ENOUGH) }),
      reply = await answer.json();
    if (answer.ok) return { phase: 'done', reason: '', evaluation: reply };
    return { phase: 'lost', reason: reply.reason, evaluation: null };
  } catch {
    return { phase: 'lost', reason: t('op_lost'), evaluation: null };
  }
}

/**
 * @param {import('./replay_steps.js').Steps<any>} steps
 * @param {State} state
 */
function view(steps, { phase, reason, evaluation }) {
  if (phase === 'lost') return html`<p class="alert" role="alert">${reason}</p>`;
  return html`<div role="status">
    ${phase === 'ask' ? html`<p class="op-wait">${t('op_thinking')}</p>` : nothing}
    ${evaluation ? opinion(steps, evaluation) : nothing}
  </div>`;
}

/**
 * @param {import('./replay_steps.js').Steps<any>} steps
 * @param {Opinion} evaluation
 */
function opinion(steps, evaluation) {
  const { side, unit, kind, engine, choices, value, chances } = evaluation,
    points = unit === 'points';
  const winning = chances ? chances[0] + chances[5] / 2 : value,
    shares = side ? [1 - winning, winning] : [winning, 1 - winning];
  return html`<p class="op-shares" aria-label=${t('op_chances')} role="group">
      ${shares.map(
        (share, player) =>
          html`<span class=${share > 0.5 ? 'ahead' : ''}>
            <i class="disc ${player ? 'dk' : 'lt'}"></i>${steps.name(player)}
            <b>${percent(share)}</b>
          </span>`,
      )}
    </p>
    <svg class="op-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="dark" width="100" height="1" />
      <rect class="light" width=${100 * shares[0]} height="1" />
    </svg>
    ${chances ? html`<p>${steps.name(side)}: ${ends(chances)}</p>` : nothing}
    ${points ? html`<p>${term('equity', t('op_equity'))}: <b>${signed(value)}</b></p>` : nothing}
    ${choices.length ? list(choices, kind, unit) : nothing}
    <p class="op-by">${t('op_by', { engine: evaluatorName(engine) })}</p>`;
}

/**
 * How often a side wins, and how.
 * @param {number[]} chances
 */
function ends([win, win2, , lose2]) {
  const share = (/** @type {number} */ n) => number(n * 100, 1);
  return nonBreaking(t('an_wins', { win: share(win), mars: share(win2), lost: share(lose2) }));
}

/**
 * @param {Choice[]} choices
 * @param {string} kind
 * @param {string} unit
 */
const list = (choices, kind, unit) =>
  html`<ol class="an-choices">
    ${choices.map(
      (choice) =>
        html`<li>
          <div class="choice">
            <i>${choice.place ?? 1}.</i>
            <span>${unbroken(notation(choice.text, kind))}</span>
            <b>${equityText(choice.equity, unit)}</b>
            <small>${choice.loss ? lossText(choice.loss, unit) : ''}</small>
            ${onward(choice)}
          </div>
        </li>`,
    )}
  </ol>`;

/**
 * What is expected to follow the best move.
 * @param {Choice} choice
 */
const onward = ({ line = [], place = 1 }) =>
  place === 1 && line.length > 1
    ? html`<small class="odds">${unbroken(line.slice(1, 6).join(' '))}</small>`
    : nothing;
