/** The front page: lists that change by themselves, the search for an opponent, invitations, the way back to one's own tables. */
import { effect, signal } from '@preact/signals-core';
import { Line } from '../line.js';
import { byId, html, mount, t } from '../ui/el.js';
import { Lobby, address, question } from './lobby.js';
import { Quick, box } from './quick.js';
import { filters, list, nameOf, pager, tabs } from './rows.js';

/** @typedef {import('./lobby.js').Card} Card */

/** @type {{page: import('../protocol.js').Page, games: string[], mine: Card[], calls: readonly Card[], me: string, member: boolean}} */
const boot = JSON.parse(byId('boot').textContent ?? '');
const lobby = new Lobby(question(location.search), boot.page);
const mine = signal(boot.mine), calls = signal(boot.calls), up = signal(true), paused = signal(false), tick = signal(0);

const line = new Line(hear, (open) => { up.value = open; });
line.opened = ask;
line.ahead = boot.page.now - (/** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))[0]?.responseStart ?? 0);
const quick = new Quick((message) => line.say(message), boot.games, boot.member);

/** What is to be sent from now on. */
function ask() {
  const { what, page, game, speed, stakes } = lobby.query.peek();
  line.say(/** @type {import('../protocol.js').Hall} */ ({ t: 'hall', what, page, game, speed, stakes }));
}

/** @param {FromServer} message */
function hear(message) {
  if (message.t === 'page') { if (!lobby.take(message)) ask(); }
  else if (message.t === 'seeking') quick.hear(message);
  else if (message.t === 'go') { if (quick.since.value) { quick.stop(); location.assign(`/t/${message.m}`); } }
  else if (message.t === 'mine') mine.value = [...message.cards];
  else if (message.t === 'call') calls.value = [...calls.value.filter((one) => one.id !== message.card.id), message.card];
  else if (message.t === 'calloff') hush(message.m);
  else if (message.t === 'status') paused.value = !message.up;
  else if (message.t === 'no') { quick.stop(); note(message.text); }
}

/** @param {string} id */
const hush = (id) => { calls.value = calls.value.filter((one) => one.id !== id); };

/** @param {string} text */
function note(text) { byId('told').textContent = text; }

// ---- the lists
let asked = false;
effect(() => {
  const query = lobby.query.value;
  if (asked) { ask(); history.replaceState(null, '', `${address(query)}${location.hash}`); }
  asked = true;
});
const doings = { info, mine: (/** @type {string} */ id) => mine.value.some((card) => card.id === id), me: boot.me };
mount(byId('hall-tabs'), () => tabs(lobby, (e, what) => { e.preventDefault(); lobby.turn({ what }); }));
mount(byId('hall-filters'), () => filters(lobby, boot.games));
mount(byId('hall-list'), () => { void tick.value; return list(lobby, line.now, doings); });
mount(byId('hall-pages'), () => pager(lobby));
mount(byId('quick-box'), () => box(quick, boot.games, tick.value, lobby.counts.value));
setInterval(() => { if (!document.hidden) tick.value++; }, 1000);

/** The terms of a table in a sheet. @param {Event} e @param {string} id */
async function info(e, id) {
  e.preventDefault();
  const { show } = await import('./info.js');
  await show(id);
}

effect(() => {
  const counts = lobby.counts.value;
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-tables]'))) {
    const [open, playing] = counts[el.dataset.tables ?? ''] ?? [0, 0];
    el.textContent = String(open + playing);
    el.hidden = !(open + playing);
  }
});

// ---- what is for this visitor alone
mount(byId('mine'), () => mine.value.map(back));
mount(byId('calls'), () => calls.value.map((card) => html`<div class="back call" role="alert"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#man-dk"/></svg>
  <span><b>${t('invites', { name: other(card)?.name ?? t('nobody') })}</b><small>${t(`game_${card.game}`)}</small></span>
  <button type="button" class="btn quiet" @click=${() => { line.say({ t: 'answer', m: card.id }); hush(card.id); }}>${t('decline')}</button><a class="btn go" href=${`/t/${card.id}#sit`}>${t('play')}</a></div>`));

/** @param {Card} card */
function other(card) { return card.players[card.by ?? 0]; }

/** The way back to a table. @param {Card} card */
function back(card) {
  return html`<a class="back ${card.state === 'open' && arrived(card) ? 'call' : ''}" href=${`/t/${card.id}`}><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#man-lt"/></svg>
  <span><b>${t(`game_${card.game}`)}${opponents(card)}</b><small>${(card.length ?? 1) > 1 ? `${card.score?.[0] ?? 0} : ${card.score?.[1] ?? 0} · ` : ''}${t(card.state !== 'open' ? 'seat_is_kept' : arrived(card) ? 'somebody_came' : 'waits_for_somebody')}</small></span><i>${t('go_on')}</i></a>`;
}

/** Whether somebody has sat down opposite at a table that waited for him. @param {Card} card */
function arrived(card) { return card.by !== null && card.by !== undefined && card.players[1 - card.by] !== null; }

/** @param {Card} card */
function opponents(card) { return ` · ${card.players.map((one) => (one ? nameOf(one) : '…')).join(' – ')}`; }

// ---- the line
effect(() => {
  if (up.value && !paused.value) { note(''); return undefined; }
  const timer = setTimeout(() => note(t(paused.value ? 'paused' : 'line_lost')), 1200);
  return () => clearTimeout(timer);
});

document.querySelector('form.look')?.addEventListener('submit', () => quick.stop());
Object.assign(window, { zaria: { lobby, quick, line } });
document.documentElement.dataset.ready = '1';
