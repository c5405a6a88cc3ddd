/**
 * The first turns of somebody new, at their own table: the way of their checkers, and what to tap next,
 * one line at a time. A line goes when its step is done, all of them after three turns or by their cross.
 */
import { effect, signal, untracked } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { notice, say } from './announcer.js';
import {
  TURNS,
  advanced,
  explained,
  isOver,
  showsWay,
  storeProgress,
  storedProgress,
} from './guide_steps.js';

/** @typedef {import('./guide_steps.js').Moment} Moment */
/**
 * What a family of games adds: the moment and whether the board still shows what came before (read from
 * signals), the words of a step, the sentences about the way of the checkers and about the roll ('' for
 * none), and the way as an arrow on the board.
 * @typedef {{place: Element, moment: () => Moment, isBusy: () => boolean,
 * text: (step: import('./guide_steps.js').Step) => string,
 * way: () => string, roll: () => string, arrow: (over: SVGElement) => string}} Family
 */

const STYLE = `.guide {
  position: absolute;
  z-index: 4;
  top: 50%;
  left: var(--outer, 50%);
  transform: translate(-50%, -50%);
  display: flex;
  align-items: center;
  width: max-content;
  max-width: calc(var(--c) * 5.8);
  padding: 3px 2px 3px 10px;
  border-radius: 12px;
  background: #1d1813f2;
  color: #f1e8da;
  font-size: 13px;
  line-height: 1.25;
  pointer-events: none;
}
.guide p { margin: 0 }
.guide span { display: block; text-wrap: balance }
.guide span:not(:last-child) { color: #ffd166 }
.guide button {
  flex: none;
  width: 30px;
  height: 30px;
  color: inherit;
  font-size: 18px;
  pointer-events: auto;
}
/* below the buttons of a wide board */
.board:has(.ctl) .guide { top: calc(50% + clamp(44px, var(--c) * 0.62, 56px) / 2 + 19px) }
.board.upright .guide { left: 50%; top: 25% }
.board.halves .guide { left: 50%; top: 25% }
.board.squares .guide {
  left: 50%;
  top: calc(var(--side) * var(--f));
  transform: translateX(-50%);
  max-width: 94%;
}
.guide-way { position: absolute; inset: 0; width: 100%; height: 100%; z-index: 2; pointer-events: none }
.guide-way .way { fill: none; stroke: #ffd166; stroke-width: 3; stroke-linecap: round }
.guide-way .way.under { stroke: #000a; stroke-width: 6 }
.guide-way .tip { fill: #ffd166; stroke: #000a; stroke-width: 1.4; stroke-linejoin: round }
@media (prefers-reduced-motion: no-preference) {
  .guide, .guide-way { animation: guide-in 0.3s }
  @keyframes guide-in { from { opacity: 0 } }
}`;

/**
 * Explain the viewer's turns, as long as there is something to explain.
 * @param {Family} family
 * @param {(view: () => unknown) => void} layer draws over the board
 */
export function follow(family, layer) {
  const progress = signal(storedProgress());
  if (isOver(progress.value)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  let current = progress.peek(),
    before = untracked(family.moment);
  const advance = (/** @type {import('./guide_steps.js').Progress} */ next) => {
    if (next === current) return;
    current = next;
    storeProgress(next);
    queueMicrotask(() => {
      progress.value = current;
    });
  };
  effect(() => {
    const now = family.moment();
    advance(advanced(current, before, now));
    before = now;
  });
  const sentences = () => {
    if (family.isBusy()) return [];
    const moment = family.moment(),
      step = explained(progress.value, moment),
      way = showsWay(progress.value, moment) ? family.way() : '',
      roll = moment.moving && !moment.made && !isOver(progress.value) ? family.roll() : '';
    return [way, roll, step ? family.text(step) : ''].filter(Boolean);
  };
  const close = () => advance({ ...current, turns: TURNS });
  announce(sentences);
  layer(() => {
    const lines = sentences();
    return notice.value || !lines.length ? nothing : bubble(lines, close);
  });
  drawWay(family, () => showsWay(progress.value, family.moment()));
}

/**
 * @param {readonly string[]} lines
 * @param {() => void} close
 */
const bubble = (lines, close) =>
  html`<div class="guide" id="guide">
    <p>${lines.map((line) => html`<span>${line}</span>`)}</p>
    <button type="button" aria-label=${t('close')} @click=${close}>×</button>
  </div>`;

/**
 * Screen readers hear each sentence once.
 * @param {() => readonly string[]} sentences
 */
function announce(sentences) {
  const spokenLines = new Set();
  effect(() => {
    const fresh = sentences().filter((line) => !spokenLines.has(line));
    for (const line of fresh) spokenLines.add(line);
    if (fresh.length) untracked(() => say(fresh.join('. '), true));
  });
}

/**
 * The way of the checkers as an arrow.
 * @param {Family} family
 * @param {() => boolean} isShown
 */
function drawWay(family, isShown) {
  const over = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  over.classList.add('guide-way');
  over.setAttribute('aria-hidden', 'true');
  family.place.append(over);
  effect(() => {
    const drawing = isShown() ? family.arrow(over) : '';
    over.innerHTML = drawing;
    over.toggleAttribute('hidden', !drawing);
  });
}
