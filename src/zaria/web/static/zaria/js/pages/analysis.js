/** The analysis of a match beside its replay: asked for, waited for, then laid over the moves. */
import { batch, effect, signal, untracked } from '@preact/signals-core';
import { byId, html, letter, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { card, waysAt } from './analysis_card.js';
import { graph, turningPoints } from './analysis_graph.js';
import { summary } from './analysis_summary.js';
import { showMarks } from './analysis_marks.js';

/**
 * @typedef {import('../analysis.js').Analysis} Analysis
 * @typedef {import('../analysis.js').Decision} Decision
 * @typedef {import('../analysis.js').Roll} Roll
 */
/**
 * How an analysis stands, as the server says.
 * @typedef {{ state: string, depth?: string, progress?: number, ahead?: number, url?: string,
 * reason?: string, depths?: Record<string, string> }} Standing
 */
/**
 * Both kinds of replay.
 * @typedef {{ game: string, size: number, coordinates: string, house: string, kinds: Record<string,
 * Kind>, mirror: boolean, cube?: boolean }} Boards
 */
/** @typedef {import('./replay_steps.js').Steps<any> & { data: Boards }} Steps */
/**
 * What all parts of the panel know.
 * @typedef {{ steps: Steps, of: Analysis, names: [string, string], at: number, errors: number[],
 * decisions: Map<number, Decision[]>, rolls: Map<number, Roll>, chosen:
 * import('@preact/signals-core').Signal<number> }} Known
 */

const DEPTHS = ['quick', 'normal', 'deep'],
  OPEN = ['waiting', 'working'];
const PATIENCE = 1000;
/** The bar that stays above the card, in px. */
const BAR = 56;
/** Milliseconds between two questions where the server does not answer, at most. */
const LONGEST = 30000;

/** @type {Panel|undefined} */
let panel;

/**
 * Show the panel.
 * @param {import('./replay_steps.js').Steps<any>} steps
 * @param {HTMLElement} root
 */
export function open(steps, root) {
  panel ??= new Panel(/** @type {Steps} */ (steps), root);
  panel.look();
}

class Panel {
  /**
   * @param {Steps} steps
   * @param {HTMLElement} root
   */
  constructor(steps, root) {
    this.steps = steps;
    this.root = root;
    this.url = steps.data.address.replace(/replay$/, 'analysis.json');
    this.token =
      /** @type {HTMLInputElement|null} */ (root.querySelector('[name=csrfmiddlewaretoken]'))
        ?.value ?? '';
    this.standing = signal(/** @type {Standing} */ ({ state: '' }));
    /** whether the last question found no answer */
    this.lost = signal(false);
    /** how each depth stands; null until the server has said it */
    this.depths = signal(/** @type {Record<string, string>|null} */ (null));
    this.depth = signal('normal');
    /** show the errors of this side alone; null: of both */
    this.only = signal(/** @type {number|null} */ (null));
    this.at = signal(steps.at);
    this.known = signal(/** @type {Known|null} */ (null));
    /**
     * what was fetched, by depth
     * @type {Map<string, Known>}
     */
    this.kept = new Map();
    /** @type {number|undefined} */
    this.timer = undefined;
    /** only the last question's answer counts */
    this.asked = 0;
    this.pause = PATIENCE;
    /** whether the visitor saw it being made */
    this.waited = false;
    steps.follow = () => {
      if (this.known.value) this.known.value.chosen.value = 0;
      this.at.value = steps.at;
    };
    steps.compare = () => this.ways();
    const panel = document.createElement('div');
    root.append(panel);
    mount(panel, () => this.view());
    byId('an-next').addEventListener('click', () => {
      this.jump(1);
      byId('board').scrollIntoView({ block: 'nearest' });
    });
    effect(() => {
      void this.known.value?.chosen.value;
      untracked(() => steps.redraw());
    });
    document.addEventListener('keydown', (e) => {
      const el = /** @type {HTMLElement} */ (e.target);
      if (
        root.hidden ||
        !this.known.value ||
        letter(e) !== 'e' ||
        e.altKey ||
        e.ctrlKey ||
        e.metaKey ||
        el.closest('input:not(#at),select,textarea')
      )
        return;
      this.jump(e.shiftKey ? -1 : 1);
    });
  }

  /**
   * Show another depth, or what there is of it.
   * @param {string} depth
   */
  choose(depth) {
    const analysis = this.kept.get(depth) ?? null;
    this.asked++;
    this.pause = PATIENCE;
    batch(() => {
      this.depths.value ??= {};
      this.depth.value = depth;
      this.standing.value = { state: '' };
      this.lost.value = false;
      this.show(analysis);
    });
    this.look();
  }

  /** How does it stand? Asked again until it is there. */
  look() {
    clearTimeout(this.timer);
    if (!this.known.value) void this.ask('GET');
  }

  /** @param {'GET'|'POST'} method */
  async ask(method) {
    const request = ++this.asked,
      depth = encodeURIComponent(this.depth.value);
    const before = this.standing.value;
    clearTimeout(this.timer);
    if (method === 'POST')
      batch(() => {
        this.standing.value = { state: 'waiting' };
        this.lost.value = false;
      });
    const post = {
      method,
      body: new URLSearchParams({ depth: this.depth.value }),
      headers: { 'X-CSRFToken': this.token },
    };
    try {
      const answer = await fetch(method === 'GET' ? `${this.url}?depth=${depth}` : this.url, {
        ...(method === 'GET' ? {} : post),
        signal: AbortSignal.timeout(ENOUGH),
      });
      /** @type {Standing} */
      const standing = await answer.json();
      if (request !== this.asked || this.leads(standing)) return;
      const of = standing.url ? await this.result(standing.url) : null;
      if (request === this.asked) this.stands(standing, of);
    } catch {
      if (request !== this.asked) return;
      this.lost.value = true;
      if (method === 'POST') {
        this.standing.value = before;
        this.back();
        return;
      } // the button is there to try again
      this.timer = setTimeout(() => this.look(), this.pause);
      this.pause = Math.min(LONGEST, this.pause * 2);
    }
  }

  /**
   * A returning visitor finds the deepest that is there, or else what is being made.
   * @param {Standing} standing the first answer
   */
  leads({ depths = {} }) {
    const best =
      DEPTHS.findLast((depth) => depths[depth] === 'done') ??
      DEPTHS.find((depth) => OPEN.includes(depths[depth]));
    if (this.depths.value || !best || best === this.depth.value) return false;
    this.depths.value = depths;
    this.choose(best);
    return true;
  }

  /**
   * @param {string} url
   * @returns {Promise<Analysis>}
   */
  async result(url) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(4 * ENOUGH) });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  /**
   * @param {Standing} standing
   * @param {Analysis|null} of what was found, if it is there
   */
  stands(standing, of) {
    const held = this.root.contains(document.activeElement);
    this.pause = PATIENCE;
    batch(() => {
      this.depths.value = standing.depths ?? this.depths.value ?? {};
      this.lost.value = false;
      this.standing.value = standing;
      if (of) this.lay(of);
    });
    if (held && !this.root.contains(document.activeElement)) this.back();
    this.waited ||= OPEN.includes(standing.state);
    if (this.steps.begins && standing.state === 'none') this.begin();
    this.steps.begins = false;
    if (OPEN.includes(standing.state)) this.timer = setTimeout(() => this.look(), PATIENCE);
  }

  /**
   * The analysis is there.
   * @param {Analysis} of
   */
  lay(of) {
    /** @type {Map<number, Decision[]>} */
    const decisions = new Map();
    for (const decision of of.decisions)
      decisions.set(decision.frame, [...(decisions.get(decision.frame) ?? []), decision]);
    /** @type {Known} */
    const analysis = {
      steps: this.steps,
      of,
      names: [this.steps.name(0), this.steps.name(1)],
      at: 0,
      errors: [],
      decisions,
      rolls: new Map(of.rolls.map((roll) => [roll.frame, roll])),
      chosen: signal(0),
    };
    this.kept.set(of.method.depth, analysis);
    this.show(analysis);
  }

  /** @param {Known|null} analysis */
  show(analysis) {
    if (analysis) {
      showMarks(analysis.decisions);
      analysis.chosen.value = 0;
    }
    this.root.toggleAttribute('data-ready', Boolean(analysis));
    this.known.value = analysis;
  }

  /** The ways of the turn at hand, while the panel is open and the reader tries none. */
  ways() {
    const analysis = this.known.peek();
    if (!analysis || this.root.hidden || document.documentElement.dataset.attempt) return null;
    return waysAt(analysis, this.steps.at);
  }

  /**
   * Frames with an error: of both sides, or of one alone.
   * @param {Analysis} of
   */
  marked({ decisions }) {
    const side = this.only.value;
    const marked = decisions.filter(
      (decision) => decision.mark && (side === null || decision.side === side),
    );
    return [...new Set(marked.map(({ frame }) => frame))].sort((a, b) => a - b);
  }

  /**
   * To the next error, or the one before.
   * @param {1|-1} way
   */
  jump(way) {
    const errors = this.marked(/** @type {Known} */ (this.known.value).of),
      { at } = this.steps; // at the ends there is none
    const to =
      way > 0 ? errors.find((frame) => frame > at) : errors.findLast((frame) => frame < at);
    if (to === undefined) return;
    this.steps.go(to);
    this.reveal();
  }

  /** Bring the card into a panel that scrolls; where the page does, the board stays in sight. */
  reveal() {
    const { root } = this,
      /** @type {HTMLElement|null} */ card = root.querySelector('.an-card');
    if (!card) return;
    const top = card.offsetTop - root.offsetTop,
      end = top + card.offsetHeight - root.clientHeight;
    if (top < root.scrollTop || end > root.scrollTop) root.scrollTop = Math.min(top - BAR, end);
  }

  view() {
    const analysis = this.known.value,
      at = this.at.value;
    if (analysis) Object.assign(analysis, { at, errors: this.marked(analysis.of) });
    const onward = analysis?.errors.some((frame) => frame > at) ?? false;
    byId('an-next').setAttribute('aria-disabled', String(!onward));
    const inside = analysis
      ? [
          graph(analysis),
          this.errors(analysis),
          card(analysis),
          turningPoints(analysis),
          summary(analysis),
          this.choice(),
        ]
      : [this.choice(), this.asking()];
    return html`<p class="sr" role="status">${this.news()}</p>
      ${inside}`;
  }

  /**
   * What is read out when it changes; the percentage changes all the time: the bar shows it.
   */
  news() {
    const { state } = this.standing.value;
    if (OPEN.includes(state)) return this.way();
    return state === 'done' && this.waited ? t('an_made') : '';
  }

  way() {
    const { state, ahead = 0 } = this.standing.value;
    if (state === 'working') return t('an_working');
    return ahead ? t('an_waiting', { n: ahead }) : t('an_begins');
  }

  /** What a keyboard was at is gone: on with what came for it. */
  back() {
    /** @type {HTMLElement|null} */ (
      this.root.querySelector(
        '#an-start, .an-ask[tabindex], #an-prev, .an-depths [aria-pressed=true]',
      )
    )?.focus({ preventScroll: true });
  }

  /** The match is to be analysed. */
  begin() {
    void this.ask('POST');
    /** @type {HTMLElement|null} */ (this.root.querySelector('.an-ask'))?.focus();
  }

  /** The depths, and which of them are there. */
  choice() {
    const depths = this.depths.value;
    if (!depths && !this.lost.value) return nothing;
    return html`<div class="an-depths">
      <span id="an-depth">${t('an_depth')}</span>
      <div class="seg" role="group" aria-labelledby="an-depth">
        ${DEPTHS.map(
          (depth) =>
            html`<button
              type="button"
              aria-pressed=${this.depth.value === depth}
              @click=${() => this.choose(depth)}
            >
              ${t(`an_${depth}`)}${
                depths?.[depth] === 'done'
                  ? html` <b aria-hidden="true">✓</b><span class="sr">${t('an_made')}</span>`
                  : nothing
              }
            </button>`,
        )}
      </div>
    </div>`;
  }

  /** Whose errors: a player's own alone, or as somebody else chooses. */
  choiceOfSide() {
    const { you } = this.steps.data,
      seated = you !== null && you !== undefined;
    const sides = seated ? [you] : [0, 1];
    const buttons = sides.map((side) => {
      const name = seated ? t('an_mine') : t('an_only', { name: this.steps.name(side) });
      return html`<button
        type="button"
        class="btn an-only"
        id=${seated ? 'an-mine' : `an-only-${side}`}
        aria-pressed=${this.only.value === side}
        aria-label=${name}
        title=${name}
        @click=${() => {
          this.only.value = this.only.value === side ? null : side;
        }}
      >
        ${seated ? name : html`<i class="disc ${side ? 'dk' : 'lt'}"></i>`}
      </button>`;
    });
    return html`<div class="an-sides">${buttons}</div>`;
  }

  /**
   * Buttons that lead from error to error.
   * @param {Known} analysis
   */
  errors({ errors, at, of }) {
    const { you } = this.steps.data,
      side = this.only.value,
      choice = this.choiceOfSide();
    if (!errors.length && side !== null)
      return html`<div class="an-errors">
        <span>${t(side === you ? 'an_none_mine' : 'an_none')}</span>${choice}
      </div>`;
    if (!errors.length)
      return html`<p class="an-none">
        ${t(of.accounts.some(({ total }) => total.decisions) ? 'an_none' : 'an_no_choice')}
      </p>`;
    const index = errors.indexOf(at),
      passed = errors.filter((frame) => frame <= at).length;
    return html`<div class="an-errors" role="group" aria-label=${t('an_errors')}>
      <button
        type="button"
        class="btn"
        id="an-prev"
        title=${`${t('an_prev')} (Shift+E)`}
        aria-label=${t('an_prev')}
        aria-disabled=${passed - (index >= 0 ? 1 : 0) < 1}
        @click=${() => this.jump(-1)}
      >
        ‹
      </button>
      <span
        >${index >= 0 ? t('an_of', { n: index + 1, of: errors.length }) : t('an_marked', { n: errors.length })}</span
      >${choice}
    </div>`;
  }

  /** Before it is there: a button, or how far it is. */
  asking() {
    const { state, progress = 0, reason = '' } = this.standing.value,
      wrong = this.lost.value ? t('an_lost') : reason;
    if (state === '' && !wrong)
      return html`<div class="an-ask">
        <progress class="soon" aria-label=${t('an')}></progress>
      </div>`;
    const alert = wrong ? html`<p class="alert" role="alert">${wrong}</p>` : nothing;
    if (OPEN.includes(state)) {
      return html`<div class="an-ask" tabindex="-1">
        ${alert}
        <p>
          <span aria-hidden="true">${this.way()}</span>
          ${progress ? html`<b aria-hidden="true">${t('an_percent', { n: progress })}</b>` : nothing}
        </p>
        <progress max="100" value=${progress || nothing} aria-label=${t('an')}></progress>
      </div>`;
    }
    return html`<div class="an-ask">
      ${wrong ? alert : html`<p>${t('an_what')}</p>`}
      <button type="button" class="btn pri" id="an-start" @click=${() => this.begin()}>
        ${t('an_ask')}
      </button>
    </div>`;
  }
}
