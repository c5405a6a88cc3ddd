/**
 * What an analysis says of a match that is over, in the sheet of its result, or the step that makes one.
 */
import { signal } from '@preact/signals-core';
import { html, nothing } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';

/** Milliseconds between two questions for the progress of an analysis. */
const PATIENCE = 1500;
const OPEN = ['waiting', 'working'];

/**
 * @param {import('./state.js').TableState} table
 * @returns {{step: () => unknown, shown: () => unknown}} a button in the row of exits, and a part of the sheet
 */
export function follow(table) {
  const part = signal(''),
    reason = signal('');
  const isStep = () => part.value.includes('<form');

  async function load() {
    try {
      const answer = await fetch(`/t/${table.id}/grades`, { signal: AbortSignal.timeout(ENOUGH) });
      if (answer.ok) part.value = await answer.text();
    } catch {
      /* the sheet does without */
    }
  }

  /** @param {SubmitEvent} event */
  function ask(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const body = new URLSearchParams();
    new FormData(form, event.submitter).forEach((value, name) => body.append(name, String(value)));
    const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
    if (button) button.disabled = true;
    void until(form.action, body, body.get('depth') ?? '')
      .catch(() => '')
      .then((text) => {
        if (button) button.disabled = false;
        reason.value = text;
      });
  }

  /**
   * Request an analysis, wait for it and show it.
   * @param {string} address
   * @param {URLSearchParams} request
   * @param {string} depth
   * @returns {Promise<string>} why there is none
   */
  async function until(address, request, depth) {
    let answer = await fetch(address, { method: 'POST', body: request }).then((a) => a.json());
    while (OPEN.includes(answer.state)) {
      await new Promise((done) => setTimeout(done, PATIENCE));
      answer = await fetch(`${address}?depth=${depth}`).then(
        (a) => a.json(),
        () => answer,
      );
    }
    if (answer.state !== 'done') return answer.reason ?? '';
    await load();
    return '';
  }

  void load();
  return {
    step: () =>
      isStep()
        ? html`<div class="result-step" @submit=${ask} .innerHTML=${part.value}></div>`
        : nothing,
    shown() {
      if (part.value && !isStep())
        return html`<section class="result-grades" .innerHTML=${part.value}></section>`;
      return reason.value ? html`<p class="how" role="status">${reason.value}</p>` : nothing;
    },
  };
}
