/** What is beside the board: the players' cards with their clocks, and the panel (a sheet on a phone). */
import { signal } from '@preact/signals-core';
import { html, icon, lazy, nothing, t } from '../ui/el.js';
import { nameOf } from './tell.js';

/** What a clock shows: the delay burns first and is not saved, then the bank. @param {ClockView|null} clocks @param {number} side @param {number} now the server's time, ms @returns {Face|null} */
export function face(clocks, side, now) {
  if (!clocks) return null;
  const running = clocks.running === side, spent = running ? Math.max(0, now - clocks.since) : 0;
  const delay = Math.max(0, clocks.delay - spent), bank = Math.max(0, clocks.bank[side] - Math.max(0, spent - clocks.delay));
  return { bank, delay, part: clocks.delay ? delay / clocks.delay : 0, left: bank + delay, running };
}

/** 3:07, or 1:02:07 from an hour on. @param {number} ms */
export function digits(ms) {
  const s = Math.ceil(ms / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/** @param {Actions} a @param {0|1} rel 0 is the viewer's card @param {number} now the server's time @param {boolean} upright */
export function card(a, rel, now, upright) {
  const { table } = a, v = table.view.value, side = rel ? 1 - table.me.value : table.me.value;
  const player = v.players[side], name = nameOf(v, side), colour = side ? 'dk' : 'lt';
  const off = table.at.value.men[rel][0], pips = count(table.at.value.men[rel]);
  const clock = face(table.latest.value.clocks, side, now);
  return html`<div class="av ${colour}" .style=${`background:${player?.colour ?? 'var(--surface2)'}`}>${player?.bot ? icon('bot') : player ? name[0] : '?'}</div>
    <div class="name"><span>${name}</span></div>
    <div class="sub">${v.length > 1 ? html`<span class="pts" title=${t('score')}>${v.score[side]}<small>/${v.length}</small></span>` : nothing}
      <span>${t('pips')} <b>${pips}</b></span>
      ${!off ? nothing : upright ? html`<span class="offs ${colour}" title=${t('off')}>${Array.from({ length: off }, () => html`<s></s>`)}</span>`
    : html`<span>${t('off')} <b>${off}</b></span>`}</div>
    ${rel === 0 && table.race.value && !['over', 'open'].includes(v.phase) ? bear(a) : nothing}
    ${clock ? html`<div class="clock ${clock.running && clock.left <= 10000 ? 'low' : ''}" role="timer"><span>${digits(clock.bank || clock.delay)}</span>
      <small>${clock.running && clock.delay && clock.bank ? `+${Math.ceil(clock.delay / 1000)}` : ''}</small></div>
      <i class="fuse" .style=${`transform:scaleX(${clock.running ? clock.part.toFixed(3) : 0})`}></i>` : nothing}`;
}

/** @param {readonly number[]} men */
const count = (men) => men.reduce((sum, n, p) => sum + n * p, 0);

/** @param {Actions} a */
const bear = (a) => html`<button type="button" class="bear" id="bear" aria-pressed=${a.table.bears.value} title=${t('bear_long')}
  aria-label=${t('bear_long')} @click=${() => a.bear()}>${icon('off')}<span>${t('bear')}</span></button>`;

const TABS = /** @type {const} */ (['moves', 'terms', 'settings']);
const panels = lazy(() => import('./panels.js'));
const tab = signal(/** @type {typeof TABS[number]} */ ('moves'));

/** @param {Table} table @param {unknown} tools buttons for a phone, nothing elsewhere @param {(() => void)|null} close */
export function side(table, tools, close) {
  const panel = tab.value === 'moves' ? moves : panels()?.[tab.value];
  return html`<div class="tabs" role="tablist">${TABS.map((name) => html`<button type="button" role="tab" id="tab-${name}"
      aria-selected=${tab.value === name} @click=${() => { tab.value = name; }}>${t(name)}</button>`)}
    ${close ? html`<button type="button" class="shut" aria-label=${t('close')} @click=${close}>${icon('close')}</button>` : nothing}</div>
    <div class="scroll" role="tabpanel" aria-labelledby="tab-${tab.value}" tabindex="0">${panel ? panel(table) : nothing}</div>
    ${close ? html`<div class="tools">${tools}</div><a class="leave" href="/">${icon('back')}${t('leave')}</a>` : nothing}
    <button type="button" class="seal" title=${t('seal_long')} @click=${() => { tab.value = 'terms'; }}>${icon('seal')}<span>${t('sealed')}</span> <code>${short(table.view.value.seal)}</code></button>`;
}

const short = (/** @type {string} */ hex) => `${hex.slice(0, 4)}…${hex.slice(-4)}`;

/** @param {Table} table */
function moves(table) {
  const log = table.log.value;
  if (!log.length) return html`<p class="none">${t('no_moves')}</p>`;
  return html`<ol class="moves">${log.map((line, i) => html`<li class="mv"><i>${i + 1}</i><u class=${line.side ? 'dk' : 'lt'}></u>
    <em>${[...line.dice].sort().reverse().join('-')}</em><span>${line.text || t('no_move')}</span></li>`)}</ol>`;
}
