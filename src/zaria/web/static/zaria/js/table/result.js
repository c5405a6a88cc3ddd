/** The sheet after a game and at the end of a match, with the check of the dice. */
import { signal } from '@preact/signals-core';
import { html, icon, nothing, t } from '../ui/el.js';
import { follow as again } from './again.js';
import { nameOf } from './tell.js';
import { sum } from './terms.js';

/** What came of checking the dice: lines, and whether all is well. @type {Signal<{good: boolean|null, lines: string[]}|null>} */
const checked = signal(null);

/** @param {import('../dice.js').Report} report */
export const lines = (report) => [t(report.seal ? 'seal_ok' : 'seal_bad'),
  report.wrong === null ? t('rolls_ok', { n: report.rolls }) : t('rolls_bad', { n: report.wrong })];

/** @param {import('./common.js').Common} table */
async function check(table) {
  checked.value = { good: null, lines: [t('checking')] };
  const { Unchecked, verify } = await import('../dice.js');
  try {
    const answer = await fetch(`/t/${table.id}.json`);
    const report = await verify(await answer.json());
    checked.value = { good: report.seal && report.wrong === null, lines: lines(report) };
  } catch (error) {
    checked.value = { good: false, lines: [t(error instanceof Unchecked ? error.why : 'verify_unreadable')] };
  }
}

/** @param {import('./common.js').Common} table @param {Live} live @returns {(close: () => void) => unknown} the sheet, drawn anew */
export function follow(table, live) {
  const rematch = again(table, live);
  return (close) => sheet(table, close, rematch);
}

/** @param {import('./common.js').Common} table @param {() => void} close @param {ReturnType<typeof again>} rematch */
function sheet(table, close, rematch) {
  const v = table.view.value, { result } = v, whole = table.sheet.value === 'match', { me } = table;
  if (!table.sheet.value || !result || result.how === 'stuck') return nothing;
  const winner = whole && v.winner !== null ? v.winner : result.winner, won = winner !== null && winner === table.you.value;
  const title = result.how === 'void' ? t('void') : winner === null ? t('draw') : won ? t(whole ? 'you_won' : 'you_won_game') : t(whole ? 'won' : 'won_game', { name: nameOf(v, winner) });
  const decline = whole ? rematch.decline() : null;
  const how = result.how === 'left' ? t('by_left') : v.family === 'squares' ? ending(result) : result.winner === null ? t(whole ? 'draw' : 'draw_long') : result.kind ? t(result.kind) : t(`by_${result.how}`);
  return html`<div class="pane" role="dialog" aria-modal="false" aria-labelledby="outcome">
    ${v.rotation.length > 1 ? html`<p class="which">${t('game_number', { n: v.game_no })}: ${t(`game_${v.now}`)}</p>` : nothing}
    <h2 id="outcome">${title}</h2>
    <p class="how">${how}${v.family === 'squares' ? nothing : html`${result.kind && result.how === 'resigned' ? html` · ${t('by_resigned')}` : nothing} ${result.points ? html`<b>+${result.points}</b>` : nothing}`}</p>
    ${v.length > 1 || v.game_no > 1 || result.winner === null && v.family === 'tables' ? html`<p class="score"><span>${nameOf(v, me.value)}</span><b>${v.score[me.value]} : ${v.score[1 - me.value]}</b><span>${nameOf(v, 1 - me.value)}</span></p>` : nothing}
    ${whole ? final(table) : v.rotation.length > 1 ? html`<p class="next">${t('next_is', { game: t(`game_${v.rotation[v.game_no % v.rotation.length]}`) })}</p>` : nothing}
    ${whole ? rematch.button() : nothing}
    <div class="row even">${whole ? html`<button type="button" class="btn" id="close" @click=${() => { decline?.(); close(); }}>${t(decline ? 'decline' : 'close')}</button>
      <a class="btn ${table.you.value === null ? 'pri' : ''}" id="new" href=${`/new/${v.game}?as=${table.id}`}>${t('new_game')}</a>`
    : html`<button type="button" class="btn pri" id="next" @click=${close}>${t('next_game')}</button>`}</div></div>`;
}

/** How a game on squares ended: by a rule of the game, or by what somebody did. @param {import('../protocol.js').Result} result */
const ending = ({ how, why }) => (how === 'played' ? t(`why_${why}`) : t(how === 'draw' ? 'by_agreement' : how === 'void' ? 'void_long' : `by_${how}`));

/** What the winner gets and the loser pays. @param {import('./common.js').Common} table */
function settled(table) {
  const { settlement, winner, players } = table.view.value, v = table.view.value;
  if (!settlement || winner === null) return nothing;
  const who = (/** @type {number} */ side) => (players[side] ? nameOf(v, side) : t('nobody'));
  return html`<dl class="facts settled"><dt>${t('stake')}</dt><dd>${sum(settlement.stake)}</dd>
    ${settlement.fee ? html`<dt>${t('fee')}</dt><dd>${sum(settlement.fee)}</dd>` : nothing}
    <dt>${who(winner)}</dt><dd class="won">+${sum(settlement.won)}</dd><dt>${who(1 - winner)}</dt><dd class="lost">−${sum(settlement.lost)}</dd></dl>`;
}

/** What the match has changed of the ratings, once that is reckoned. @param {import('./common.js').Common} table */
function rated(table) {
  const changes = table.ratings.value?.changes ?? [], v = table.view.value;
  return changes.some(Boolean) ? html`<dl class="facts settled" id="rated">${[table.me.value, 1 - table.me.value].map((side) => {
    const [before, after] = changes[side] ?? [0, 0], gain = after - before;
    return html`<dt>${nameOf(v, side)}</dt><dd><b class=${gain < 0 ? 'lost' : 'won'}>${gain < 0 ? '−' : '+'}${sum(Math.abs(gain))}</b> → ${sum(after)}</dd>`;
  })}</dl>` : nothing;
}

/** @param {import('./common.js').Common} table */
function final(table) {
  const c = checked.value, formats = (document.body.dataset.formats ?? '').split(/[\s,]+/).filter((f) => f && f !== 'json');
  const file = (/** @type {string} */ format, /** @type {string} */ id) => html`<a class="btn" id=${id} href=${`/t/${table.id}.${format}`} download>.${format}</a>`;
  return html`${rated(table)}${settled(table)}<div class="proof">
    ${table.view.value.family === 'tables' ? html`<button type="button" class="btn" id="verify" ?disabled=${c?.good === null} @click=${() => check(table)}>${icon('seal')}${t('verify')}</button>` : nothing}
    <a class="btn" id="replay" href=${`/t/${table.id}/replay`}>${icon('eye')}${t('replay')}</a>
    ${table.view.value.result?.how !== 'void' ? html`<a class="btn" id="analyse" href=${`/t/${table.id}/replay#analysis`}>${icon('cup')}${t('analyse')}</a>` : nothing}
    <div class="files" role="group" aria-label=${t('record')}><span>${icon('save')}${t('record')}</span>${file('json', 'record')}${formats.map((f) => file(f, `record-${f}`))}</div>
    ${c ? html`<p id="proof" class=${c.good === false ? 'bad' : c.good ? 'good' : ''} role="status">${c.lines.map((line) => html`<span>${line}</span>`)}</p>` : nothing}</div>`;
}
