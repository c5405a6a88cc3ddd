/**
 * Training: the best turns drawn on the board when they are asked for, what a turn has cost, and
 * the way back.
 */
import { batch, effect, signal, untracked } from '@preact/signals-core';
import {
  lossText,
  evaluatorName,
  amountText,
  number,
  percent,
  notation,
  nonBreaking,
  unbroken,
  equityText,
} from '../ui/evaluations.js';
import { byId, html, icon, letter, mount, nothing, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { note } from './announcer.js';
import { isBoardGame } from './state.js';
import { undo } from './takeback.js';

/** @typedef {import('../analysis.js').Choice} Choice */
/** @typedef {{ code: string, n?: number, m?: number, line?: string }} Reason */
/**
 * What the server says of one decision: `zaria.bots.teaching.Advice`.
 * @typedef {{ kind: string, unit: string, engine: string, back: number, choices: Choice[], loss?:
 * number, mark?: string, ways?: number, reasons?: Reason[] }} Advice
 */
/**
 * What both kinds of table know.
 * @typedef {{ view: any, table: any, actions: any, show: any }} Page
 */

/** more text than there is room for, and whether it is shown over the board */
const overflows = signal(false),
  opened = signal(false);
/** what is shown: a hint (the place of the choice that is shown), or what was played */
const shownAdvice = signal(/** @type {Advice|null} */ (null)),
  place = signal(-1),
  message = signal(''),
  asking = signal(false);

/** What makes it another decision. */
const MOMENT = /** @type {const} */ (['back', 'roll_no', 'stage', 'plies', 'phase', 'turn']);

/**
 * Where hints are drawn, and how; `begun`: a turn is being made; `layout` reads the signals of how
 * the board lies.
 * @typedef {{place: Element, begun: () => boolean, layout: () => void, drawn: (over: SVGElement,
 * choice: Choice) => string}} Hints
 */

/**
 * @param {Record<string, unknown>} parts
 * @param {Hints} hints
 */
export function follow(parts, hints) {
  const page = /** @type {Page} */ (parts),
    { table, actions } = page;
  const quiet = () =>
    batch(() => {
      shownAdvice.value = null;
      place.value = -1;
      message.value = '';
      opened.value = false;
    });
  const on = () => table.playing;
  let requests = 0,
    seen = table.view.value.back ?? 0;

  /** @param {'hint'|'review'} kind */
  async function ask(kind) {
    const request = ++requests,
      of = table.latest.value;
    asking.value = kind === 'hint';
    try {
      const answer = await fetch(`/t/${table.id}/${kind}`, { signal: AbortSignal.timeout(ENOUGH) });
      if (answer.status === 204) return;
      const advice = await answer.json();
      if (request !== requests) return;
      const late =
        kind === 'hint'
          ? MOMENT.some((part) => table.latest.value[part] !== of[part])
          : advice.back !== (table.latest.value.back ?? 0);
      if (late) return;
      if (answer.ok) tell(kind, advice);
      else if (kind === 'hint') message.value = advice.reason ?? t('train_away');
    } catch {
      if (request === requests && kind === 'hint') message.value = t('train_away');
    } finally {
      if (request === requests) asking.value = false;
    }
  }

  /**
   * @param {'hint'|'review'} kind
   * @param {Advice} advice
   */
  function tell(kind, advice) {
    batch(() => {
      message.value = !advice.choices.length && kind === 'hint' ? t('train_forced') : '';
      shownAdvice.value = advice.choices.length ? advice : null;
      opened.value = false;
      place.value = kind === 'hint' ? 0 : -1;
    });
  }

  /** The best, and at each further tap the next one. */
  function hint() {
    if (!on() || !actions.mine || asking.value) return;
    const advice = shownAdvice.value;
    if (advice && place.value >= 0) place.value = (place.value + 1) % advice.choices.length;
    else {
      // a roll by itself would sweep it away
      if (actions.canDouble) table.held.value = true;
      void ask('hint');
    }
  }

  function back() {
    const n = table.latest.value.back ?? 0;
    if (on() && n && !table.waiting.value) actions.send({ t: 'takeback', n });
  }

  const plain = page.show.show.bind(page.show);
  page.show.show = (/** @type {Ev} */ ev) =>
    ev.e.t === 'takenback' ? takeBack(page, ev) : plain(ev);
  effect(() => {
    const { back: now = 0, phase } = table.view.value,
      grown = now > seen,
      isChanged = now !== seen;
    seen = now;
    queueMicrotask(() => {
      // a hint is of one moment; what is said of the viewer's turn stays while the other side
      // answers
      if (isChanged || place.value >= 0 || message.value) quiet();
      if (grown && phase !== 'over') void ask('review');
    });
  });
  mount(byId('coach'), () => coach(page, hint, back));
  room(byId('coach'));
  draw(hints);
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target),
      key = letter(e);
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      target.closest('dialog') ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    )
      return;
    if (key === 'h') hint();
    if (key === 'b') back();
  });
}

/**
 * A turn was taken back: the moves after it go, and nothing plays by itself.
 * @param {Page} page
 * @param {Ev} ev
 */
function takeBack({ show }, ev) {
  const { side } = /** @type {{side: number}} */ (/** @type {unknown} */ (ev.e)),
    shown = undo(show, ev, side);
  note(t(isBoardGame(ev.v) ? 'train_taken_move' : 'train_taken'));
  return shown;
}

/** Not among the page's symbols: only training draws it. */
const bulb = html`<svg class="ic" aria-hidden="true">
  <path d="M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2z" />
</svg>`;

/**
 * @param {Page} page
 * @param {() => void} hint
 * @param {() => void} back
 */
function coach({ table, actions }, hint, back) {
  const advice = shownAdvice.value,
    bad = !!advice && place.value < 0 && ['error', 'blunder'].includes(advice.mark ?? '');
  const text = message.value || spoken();
  const turn = () => {
    opened.value = !opened.value;
  };
  const still = !table.playing || !table.view.value.back || table.waiting.value;
  return html`<div class="coach-text">
      <div class="says" role="status">${text}</div>
      <button
        type="button"
        class="more"
        aria-label=${t('train_more')}
        aria-expanded=${opened.value}
        ?hidden=${!overflows.value}
        @click=${turn}
      >
        ${icon('back')}
      </button>
    </div>
    ${opened.value ? html`<div class="all" aria-hidden="true" @click=${turn}>${text}</div>` : nothing}
    <button
      type="button"
      class="btn"
      id="hint"
      title=${`${t('train_hint')} (H)`}
      aria-disabled=${!table.playing || !actions.mine}
      @click=${hint}
    >
      ${bulb}<span>${t('train_hint')}</span>
    </button>
    <button
      type="button"
      class="btn ${bad ? 'pri' : ''}"
      id="takeback"
      title=${`${t('train_back')} (B)`}
      aria-disabled=${still}
      @click=${back}
    >
      ${icon('undo')}<span>${t('train_back')}</span>
    </button>`;

  function spoken() {
    if (asking.value) return t('train_thinks');
    if (!advice) return t('train_hello');
    return place.value < 0 ? cost(advice) : best(advice, place.value);
  }
}

/**
 * Whether the whole text is visible.
 * @param {HTMLElement} el
 */
function room(el) {
  const says = /** @type {HTMLElement} */ (el.querySelector('.says'));
  const look = () => {
    overflows.value = says.scrollHeight > says.clientHeight + 2;
  };
  new ResizeObserver(look).observe(says);
  effect(() => {
    void [shownAdvice.value, place.value, message.value, asking.value];
    queueMicrotask(look);
  });
}

/**
 * One of the best, with what it promises.
 * @param {Advice} advice
 * @param {number} at
 */
function best({ choices, kind, unit, engine }, at) {
  const choice = choices[at],
    [win] = choice.chances ?? [];
  const nth = html`<small>${t('an_of', { n: at + 1, of: choices.length })}</small>`;
  const equity = html`<span title=${evaluatorName(engine)}
    >${equityText(choice.equity, unit)}${choice.loss ? ` (${lossText(choice.loss, unit)})` : nothing}</span
  >`;
  return html`${nth} <b>${unbroken(notation(choice.text, kind))}</b> ${equity} ${promise()}`;

  function promise() {
    if (win !== undefined && unit === 'points') return html`<small>${percent(win)}</small>`;
    if (!choice.line || choice.line.length < 2) return nothing;
    return html`<small>${unbroken(choice.line.slice(1, 5).join(' '))}</small>`;
  }
}

/** @param {Reason} reason */
function reason({ code, n = 0, m = 0, line = '' }) {
  return unbroken(
    nonBreaking(t(`train_why_${code}`, { n: number(n, Number.isInteger(n) ? 0 : 1), m, line })),
  );
}

/**
 * What the viewer's last turn gave away, and why.
 * @param {Advice} advice
 */
function cost({ choices, loss = 0, mark, unit, kind, reasons = [] }) {
  const lost = amountText(loss, unit);
  if (!mark)
    return html`<b class="fine">✓</b>
      ${loss >= 0.0005 ? t('train_fine', { loss: lost }) : t('train_good')}`;
  return html`<b class="cost ${mark}">${t(`an_${mark}`)}.</b>
    ${unbroken(t('train_cost', { loss: lost, best: notation(choices[0].text, kind) }))}
    ${reasons.map((entry) => html` <span>${reason(entry)}</span>`)}`;
}

/**
 * The hint as arrows on the board, as long as nothing was moved.
 * @param {Hints} hints
 */
function draw(hints) {
  const over = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  over.classList.add('coached');
  over.setAttribute('aria-hidden', 'true');
  hints.place.append(over);
  effect(() => {
    const choice = place.value < 0 ? undefined : shownAdvice.value?.choices[place.value],
      begun = hints.begun();
    hints.layout();
    const shown = choice && !begun && (choice.moves?.length || choice.path?.length);
    over.innerHTML = shown ? untracked(() => hints.drawn(over, choice)) : '';
  });
}
