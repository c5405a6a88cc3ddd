/** The panel beside the board, a sheet on a phone: moves, the agreed terms, settings. */
import { signal } from '@preact/signals-core';
import { html, icon, nothing } from '../ui/el.js';
import { t } from '../i18n.js';
import { nameOf } from './names.js';
import { change, look, SKINS, settings, THEMES, wear } from './settings.js';

/** @typedef {import('./state.js').Table} Table @typedef {import('./state.js').View} View
 *  @typedef {import('./settings.js').Settings} Settings */

const TABS = /** @type {const} */ (['moves', 'terms', 'settings']);
const tab = signal(/** @type {typeof TABS[number]} */ ('moves'));

/** @param {Table} table @param {unknown} tools buttons for a phone, nothing elsewhere @param {(() => void)|null} close */
export function side(table, tools, close) {
  const panels = { moves, terms: facts, settings: options };
  return html`<div class="tabs" role="tablist">${TABS.map((name) => html`<button type="button" role="tab" id="tab-${name}"
      aria-selected=${tab.value === name} @click=${() => { tab.value = name; }}>${t(name)}</button>`)}
    ${close ? html`<button type="button" class="shut" aria-label=${t('close')} @click=${close}>${icon('close')}</button>` : nothing}</div>
    <div class="scroll" role="tabpanel" aria-labelledby="tab-${tab.value}" tabindex="0">${panels[tab.value](table)}</div>
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

const seconds = (/** @type {number} */ ms) => (ms % 60000 === 0 && ms ? t('minutes', { n: ms / 60000 }) : t('seconds', { n: ms / 1000 }));

/** @param {View} v */
function clockTerms(v) {
  const c = v.clock_terms;
  if (!c) return t('no_clock');
  const parts = [];
  if (c.bank) parts.push(seconds(c.bank));
  if (c.increment) parts.push(`+ ${seconds(c.increment)}`);
  if (c.delay) parts.push(t('a_move', { time: seconds(c.delay) }));
  return parts.join(c.increment ? ' ' : ', ');
}

/** The terms as the players agreed on them. @param {View} v */
export const terms = (v) => html`<dt>${t('game')}</dt><dd>${t(`game_${v.game}`)}</dd>
  <dt>${t('length')}</dt><dd>${v.length > 1 ? t('to_points', { n: v.length }) : t('one_game')}</dd>
  <dt>${t('cube')}</dt><dd>${t(!v.cube_on ? 'no' : v.length > 1 && v.crawford_rule ? 'crawford' : 'yes')}</dd>
  <dt>${t('clock')}</dt><dd>${clockTerms(v)}</dd>
  ${Object.entries(v.options).map(([name, value]) => html`<dt>${t(name)}</dt><dd>${t(`${name}_${value}`)}</dd>`)}`;

/** @param {Table} table */
function facts(table) {
  const v = table.view.value, seed = (/** @type {0|1} */ s) => v.seeds[s] && html`<dt>${t('seed', { name: nameOf(v, s) })}</dt><dd><code>${v.seeds[s]}</code></dd>`;
  return html`<dl class="facts">${terms(v)}</dl><h3>${icon('seal')}${t('sealed')}</h3><p class="small">${t('seal_long')} <a href="/verify">${t('how')}</a></p>
    <dl class="facts long"><dt>${t('seal')}</dt><dd><code>${v.seal}</code></dd>${seed(0)}${seed(1)}
    ${v.secret ? html`<dt>${t('secret')}</dt><dd><code>${v.secret}</code></dd>` : nothing}</dl>`;
}

/** @param {string} name @param {readonly (readonly [string, unknown])[]} list word and value @param {unknown} now @param {(value: any) => void} set */
const choice = (name, list, now, set) => html`<fieldset class="choice"><legend>${t(name)}</legend><div class="seg">${list.map(([word, value]) =>
  html`<button type="button" aria-pressed=${now === value} @click=${() => set(value)}>${word}</button>`)}</div></fieldset>`;

/** @param {'roll'|'hints'|'forced'|'done'|'sound'} name */
const toggle = (name) => html`<button type="button" class="switch" role="switch" aria-checked=${settings.value[name]} data-set=${name}
  @click=${() => change({ [name]: !settings.value[name] })}><span>${t(`set_${name}`)}</span><i></i></button>`;

/** @param {Table} table */
function options(table) {
  const s = settings.value, l = look.value;
  return html`${/** @type {const} */ (['roll', 'hints', 'forced', 'done', 'sound']).map(toggle)}
    ${choice('speed', [[t('none'), 0], ['½×', 0.5], ['1×', 1], ['2×', 2]], s.speed, (speed) => change({ speed }))}
    ${choice('home_side', [[t('left'), true], [t('right'), false]], s.flip ?? table.view.value.mirror, (flip) => change({ flip }))}
    ${choice('board', SKINS.map((skin) => [t(`skin_${skin}`), skin]), l.skin, (skin) => wear({ skin }))}
    ${choice('theme', THEMES.map((theme) => [t(`theme_${theme || 'system'}`), theme]), l.theme, (theme) => wear({ theme }))}`;
}
