/** The analysis of a match beside its replay: asked for, waited for, then laid over the moves. */
import { signal } from '@preact/signals-core';
import { html, mount, nothing, t } from '../ui/el.js';
import { card } from './analysis_card.js';
import { graph } from './analysis_graph.js';
import { summary } from './analysis_sums.js';
import { marking } from './analysis_words.js';

/** @typedef {import('../analysis.js').Analysis} Analysis @typedef {import('../analysis.js').Decision} Decision @typedef {import('../analysis.js').Roll} Roll */
/** How an analysis stands, as the server says. @typedef {{ state: string, depth?: string, progress?: number, ahead?: number, url?: string, reason?: string }} Standing */
/** Both kinds of replay. @typedef {{ game: string, size: number, coordinates: string, house: string, kinds: Record<string, Kind>, mirror: boolean }} Boards */
/** @typedef {import('./replay_steps.js').Steps<any> & { data: Boards }} Steps */
/** What all parts of the panel know.
 *  @typedef {{ steps: Steps, of: Analysis, names: [string, string], at: number, errors: number[], decisions: Map<number, Decision[]>, rolls: Map<number, Roll>, chosen: import('@preact/signals-core').Signal<number> }} Known */

const DEPTHS = ['quick', 'normal', 'deep'];
const PATIENCE = 1000;

/** @type {Panel|undefined} */ let panel;

/** Show the panel. @param {import('./replay_steps.js').Steps<any>} steps @param {HTMLElement} root */
export function open(steps, root) {
  panel ??= new Panel(/** @type {Steps} */ (steps), root);
  panel.look();
}

class Panel {
  /** @param {Steps} steps @param {HTMLElement} root */
  constructor(steps, root) {
    this.steps = steps;
    this.root = root;
    this.url = steps.data.address.replace(/replay$/, 'analysis.json');
    this.token = /** @type {HTMLInputElement|null} */ (root.querySelector('[name=csrfmiddlewaretoken]'))?.value ?? '';
    this.standing = signal(/** @type {Standing} */ ({ state: '' }));
    this.depth = signal('normal');
    this.at = signal(steps.at);
    this.known = signal(/** @type {Known|null} */ (null));
    /** @type {number|undefined} */ this.timer = undefined;
    steps.follow = () => {
      if (this.known.value) this.known.value.chosen.value = 0;
      this.at.value = steps.at;
    };
    const panel = document.createElement('div');
    root.append(panel);
    mount(panel, () => this.view());
    document.addEventListener('keydown', (e) => {
      const el = /** @type {HTMLElement} */ (e.target);
      if (root.hidden || !this.known.value || e.key.toLowerCase() !== 'e' || e.altKey || e.ctrlKey || e.metaKey || el.closest('input:not(#at),select,textarea')) return;
      this.jump(e.shiftKey ? -1 : 1);
    });
  }

  /** How does it stand? Asked again until it is there. */
  look() {
    clearTimeout(this.timer);
    if (!this.known.value) void this.ask('GET');
  }

  /** @param {'GET'|'POST'} method */
  async ask(method) {
    const depth = encodeURIComponent(this.depth.value);
    const post = { method, body: new URLSearchParams({ depth: this.depth.value }), headers: { 'X-CSRFToken': this.token } };
    try {
      const answer = await fetch(method === 'GET' ? `${this.url}?depth=${depth}` : this.url, method === 'GET' ? {} : post);
      await this.stands(await answer.json());
    } catch {
      this.standing.value = { state: 'lost' };
    }
  }

  /** @param {Standing} standing */
  async stands(standing) {
    if (standing.state === 'done' && standing.url) {
      const answer = await fetch(standing.url);
      if (!answer.ok) throw new Error(answer.statusText);
      this.lay(await answer.json());
    } else if (['waiting', 'working'].includes(standing.state)) this.timer = setTimeout(() => this.look(), PATIENCE);
    this.standing.value = standing;
  }

  /** The analysis is there. @param {Analysis} of */
  lay(of) {
    /** @type {Map<number, Decision[]>} */ const decisions = new Map();
    for (const one of of.decisions) decisions.set(one.frame, [...decisions.get(one.frame) ?? [], one]);
    const name = (/** @type {number} */ side) => document.querySelector(`.who[data-side='${side}'] > b`)?.textContent ?? '';
    const errors = [...new Set(of.decisions.filter(({ mark }) => mark).map(({ frame }) => frame))].sort((a, b) => a - b);
    marking(decisions);
    this.known.value = { steps: this.steps, of, names: [name(0), name(1)], at: 0, errors, decisions,
      rolls: new Map(of.rolls.map((roll) => [roll.frame, roll])), chosen: signal(0) };
    this.root.dataset.ready = '1';
  }

  /** To the next error, or the one before. @param {1|-1} way */
  jump(way) {
    const { errors } = /** @type {Known} */ (this.known.value), { at } = this.steps;
    const to = way > 0 ? errors.find((frame) => frame > at) : errors.findLast((frame) => frame < at);
    if (to !== undefined) this.steps.go(to);
  }

  view() {
    const known = this.known.value, at = this.at.value;
    if (!known) return this.asking();
    known.at = at;
    return html`${graph(known)}${this.errors(known)}${card(known)}${summary(known)}`;
  }

  /** Buttons that lead from error to error. @param {Known} known */
  errors({ errors, at }) {
    if (!errors.length) return html`<p class="an-none">${t('an_none')}</p>`;
    const here = errors.indexOf(at), passed = errors.filter((frame) => frame <= at).length;
    return html`<div class="an-errors" role="group" aria-label=${t('an_errors')}>
      <button type="button" class="btn" id="an-prev" title=${`${t('an_prev')} (Shift+E)`} aria-label=${t('an_prev')} ?disabled=${passed - (here >= 0 ? 1 : 0) < 1} @click=${() => this.jump(-1)}>‹</button>
      <span>${here >= 0 ? t('an_of', { n: here + 1, of: errors.length }) : t('an_marked', { n: errors.length })}</span>
      <button type="button" class="btn" id="an-next" title=${`${t('an_next')} (E)`} ?disabled=${passed >= errors.length} @click=${() => this.jump(1)}>${t('an_next')} ›</button></div>`;
  }

  /** Before it is there: a button, or how far it is. */
  asking() {
    const { state, progress = 0, ahead = 0, reason = '' } = this.standing.value;
    if (state === '') return nothing;
    if (state === 'waiting' || state === 'working') {
      const text = state === 'waiting' && ahead ? t('an_waiting', { n: ahead }) : t('an_working', { n: progress });
      return html`<div class="an-ask"><p role="status">${text}</p><progress max="100" .value=${progress} aria-label=${t('an')}></progress></div>`;
    }
    const wrong = state === 'lost' ? t('an_lost') : reason;
    return html`<div class="an-ask">${wrong ? html`<p class="alert" role="alert">${wrong}</p>` : html`<p>${t('an_what')}</p>`}
      <div class="seg" role="group" aria-label=${t('an_depth')}>${DEPTHS.map((depth) => html`<button type="button" aria-pressed=${this.depth.value === depth}
        @click=${() => { this.depth.value = depth; this.look(); }}>${t(`an_${depth}`)}</button>`)}</div>
      <button type="button" class="btn pri" id="an-start" @click=${() => { void this.ask('POST'); }}>${t('an_ask')}</button></div>`;
  }
}
