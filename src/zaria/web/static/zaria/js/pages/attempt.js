/** Another turn in place of one of the match: tried on the board, then compared with the best one. */
import { signal } from '@preact/signals-core';
import { html, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { lossText, notation, sign, unbroken } from '../ui/evaluations.js';

/**
 * How a turn can be played, as the server says: a tree of steps, or moves.
 * @typedef {{ side: number, tree?: any, effects?: any, ways?:
 * import('../protocol.js').MoveView[]|null }} Ways
 */
/**
 * What is tried on a board; `query` is "" until the turn is whole.
 * @typedef {{ readonly query: string, readonly undoable: boolean, undo(): void, reset(): void }} Trial
 */
/**
 * @typedef {{ unit: string, choices: import('../analysis.js').Choice[], loss?: number, mark?:
 * string, ways?: number, onward: string }} Compared
 */
/**
 * @typedef {{ phase: 'play'|'ask'|'done'|'lost', trial: Trial|null, reason: string, comparison:
 * Compared|null }} State
 */

/**
 * Let the reader play a turn of the match otherwise.
 * @param {import('./replay_steps.js').Steps<any>} steps
 * @param {number} frame that the turn led to
 */
export async function begin(steps, frame) {
  const url = steps.data.address.replace(/replay$/, 'attempt.json');
  const state = signal(
    /** @type {State} */ ({ phase: 'ask', trial: null, reason: '', comparison: null }),
  );
  const change = (/** @type {Partial<State>} */ more) => {
    state.value = { ...state.value, ...more };
  };
  steps.leave();
  steps.play(false);
  steps.go(frame - 1);
  const near = steps.near;
  const bar = document.createElement('div');
  bar.className = 'attempt';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', t('an_try'));
  bar.tabIndex = -1;
  document.querySelector('.scene-of')?.append(bar);
  mount(bar, view);
  document.documentElement.dataset.attempt = '1';
  steps.left = () => {
    const held = bar.contains(document.activeElement);
    bar.remove();
    delete document.documentElement.dataset.attempt;
    steps.board?.attempt(null);
    steps.near = near;
    steps.show(false);
    if (held) document.querySelector(/** @type {'button'} */ ('.an-try'))?.focus();
  };
  scrollTo({ top: 0 });
  // the buttons come and go: a keyboard stays at the bar
  const hold = () => bar.focus({ preventScroll: true });
  hold();
  const ways = await ask(`frame=${frame}`);
  if (!bar.isConnected || !ways) return;
  steps.near = ways.side;
  const trial = steps.board?.attempt(ways, () => change({ phase: 'play' })) ?? null;
  steps.show(false);
  change({ phase: 'play', trial });

  /**
   * @param {string} query
   * @returns {Promise<any>} null if there is no answer, and the reason is shown
   */
  async function ask(query) {
    try {
      const answer = await fetch(`${url}?${query}`, { signal: AbortSignal.timeout(ENOUGH) }),
        reply = await answer.json();
      if (answer.ok) return reply;
      change({ phase: 'lost', reason: reply.reason });
    } catch {
      change({ phase: 'lost', reason: t('an_lost') });
    }
    return null;
  }

  async function compare() {
    const { trial } = state.value;
    if (!trial?.query) return;
    change({ phase: 'ask' });
    hold();
    const comparison = await ask(`frame=${frame}&${trial.query}`);
    if (comparison && bar.isConnected && state.value.phase === 'ask')
      change({ phase: 'done', comparison });
  }

  /** Another turn; where an answer was missing, the same turn, or the whole attempt anew. */
  function again() {
    const { trial, comparison } = state.value;
    if (!trial) {
      void begin(steps, frame);
      return;
    }
    if (comparison) trial.reset();
    change({ phase: 'play', comparison: null, reason: '' });
    hold();
  }

  function view() {
    const { phase, trial, reason, comparison } = state.value;
    return html`<p role="status">
        ${phase === 'done' && comparison ? verdict(comparison) : ''}
        ${phase === 'ask' ? t('an_working') : ''}${phase === 'lost' ? reason : ''}
        ${phase === 'play' ? t('an_try_long') : ''}
      </p>
      <div class="attempt-acts">
        ${phase === 'done' || phase === 'lost' ? after(comparison) : during(phase, trial)}
        <button type="button" class="btn" id="try-end" @click=${() => steps.leave()}>
          ${t('an_try_end')}
        </button>
      </div>`;
  }

  /**
   * @param {string} phase
   * @param {Trial|null} trial
   */
  function during(phase, trial) {
    const busy = phase === 'ask';
    return html`<button
        type="button"
        class="btn"
        id="try-undo"
        ?disabled=${busy || !trial?.undoable}
        @click=${() => trial?.undo()}
      >
        ${t('undo')}
      </button>
      <button
        type="button"
        class="btn pri"
        id="try-compare"
        ?disabled=${busy || !trial?.query}
        @click=${compare}
      >
        ${t('an_try_compare')}
      </button>`;
  }

  /** @param {Compared|null} comparison */
  function after(comparison) {
    const onward = comparison?.onward
      ? html`<a class="btn" id="try-onward" href=${comparison.onward}>${t('an_try_onward')}</a>`
      : nothing;
    return html`<button type="button" class="btn pri" id="try-again" @click=${again}>
        ${t('an_try_again')}</button
      >${onward}`;
  }
}

/**
 * How the turn compares, in one line.
 * @param {Compared} comparison
 */
function verdict({ unit, choices, loss = 0, mark = '', ways = 1 }) {
  const played = choices.find((choice) => choice.played),
    best = choices[0];
  if (!played || played === best || !loss)
    return html`<span class="mark good"><b aria-hidden="true">✓</b> ${t('an_try_best')}</span>`;
  return html`${mark ? sign(mark, true) : nothing} <b class="cost">${lossText(loss, unit)}</b>
    <span
      >${t('an_try_place', { n: played.place ?? 1, of: Math.max(ways, played.place ?? 1) })}</span
    >
    <span>${t('an_best')}: <b>${unbroken(notation(best.text))}</b></span>`;
}
