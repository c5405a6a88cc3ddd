/** A table that waits for its players until a moment, and then asks both whether they are ready. */
import { computed, effect, untracked } from '@preact/signals-core';
import { html, nothing, t } from '../ui/el.js';
import { countdown, young } from './count.js';
import { nameOf, say, sound } from './tell.js';
import { agreed } from './terms.js';
import { barred, link } from './wait.js';

/** What is asked of the visitor: host waits for somebody; ready: he is to sit down, his opponent has, or was found; asked: the other
 *  is; invited, guest: a chair is free for him; full: none is.
 *  @typedef {'host'|'ready'|'found'|'asked'|'invited'|'guest'|'full'} Role */

/** Said before the tap where no terms stand beside it. @param {View} v */
const unrated = (v) => (v.unrated ? html`<p class="unrated">${t('unrated_pair', { n: v.a_day ?? 0 })}</p>` : nothing);

/** @param {import('./common.js').Common} table @param {number|null} by who set the table @returns {Role} */
function role(table, by) {
  const seat = table.seat.value;
  if (table.you.value !== null) return 'asked';
  if (seat === null) return 'full';
  if (!table.kept.value) return 'guest';
  if (table.view.value.players[1 - seat]) return 'ready';
  return by === seat ? 'host' : by === null ? 'found' : 'invited';
}

/** @param {import('./common.js').Common} table @param {import('./common.js').Commands<any>} commands @param {Live} live @param {number|null} by */
export function follow(table, commands, live, by) {
  const now = computed(() => (table.view.value.phase === 'open' ? role(table, by) : 'full'));
  const name = () => nameOf(table.view.value, 1 - (table.seat.value ?? 0));
  effect(() => {
    const what = now.value;
    if (what !== 'ready' && what !== 'found') return undefined;
    untracked(() => {
      say(t(`ready_${what}`, { name: name() }));
      sound('call');
    });
    table.call.value = t('ready');
    return () => { table.call.value = ''; };
  });

  const sit = (/** @type {string} */ word, /** @type {boolean} */ off) => html`<button type="button" class="btn pri" id="sit"
    ?disabled=${off || table.waiting.value} @click=${() => commands.sit()}>${t(word)}</button>`;
  const cancel = (/** @type {string} */ word, /** @type {boolean} */ off) => html`<button type="button" class="btn" id="cancel"
    ?disabled=${off || table.waiting.value} @click=${() => commands.send({ t: 'cancel' })}>${t(word)}</button>`;

  /** @param {Role} what @param {View} v */
  function inside(what, v) {
    const off = young(what), facts = () => html`<dl class="facts">${agreed(v, table.left)}<dt>${t('your_colour')}</dt><dd>${t(table.seat.value ? 'dark' : 'light')}</dd></dl>`;
    switch (what) {
      case 'host': return html`<p>${t('ready_until')}</p>${link()}<div class="row">${cancel('cancel', off)}</div>`;
      case 'ready':
      case 'found': return html`${unrated(v)}<div class="row even">${cancel('ready_not', off)}${sit('ready', off)}</div>`;
      case 'invited': return html`${facts()}<div class="row even">${cancel('decline', off)}${sit('play', off)}</div>`;
      case 'guest': return table.barred ? html`${facts()}${barred(table)}` : html`${facts()}<div class="row">${sit('play', off)}</div>`;
      default: return nothing;
    }
  }

  return () => {
    const v = table.view.value, what = now.value;
    if (v.until === null) return nothing;
    return html`<div class="pane wait ${what}"><h2>${what === 'guest' ? t('open_table') : what === 'full' ? t('seats_taken') : t(`ready_${what}`, { name: name() })}</h2>
      <p class="count" role="timer">${countdown(live, v.until)}</p>${inside(what, v)}</div>`;
  };
}

/** The table that was cleared. @param {import('./common.js').Common} table */
export const cleared = (table) => html`<div class="pane wait"><h2 id="cleared">${t('cancelled')}</h2><p>${t('cancelled_long')}</p>
  <div class="row even"><a class="btn" href="/">${t('ready_lobby')}</a><a class="btn pri" id="anew" href=${`/new/${table.view.value.game}`}>${t('ready_anew')}</a></div></div>`;
