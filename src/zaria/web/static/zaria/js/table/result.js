/** The sheet after a game and at the end of a match, with the check of the dice. */
import { signal } from '@preact/signals-core';
import { html, icon, nothing, t } from '../ui/el.js';
import { nameOf } from './tell.js';

/** What came of checking the dice: lines, and whether all is well. @type {Signal<{good: boolean|null, lines: string[]}|null>} */
const checked = signal(null);

/** @param {import('../dice.js').Report} report */
export const lines = (report) => [t(report.seal ? 'seal_ok' : 'seal_bad'),
  report.wrong === null ? t('rolls_ok', { n: report.rolls }) : t('rolls_bad', { n: report.wrong })];

/** @param {Table} table */
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

/** @param {Table} table @param {() => void} close */
export function sheet(table, close) {
  const v = table.view.value, { result } = v, whole = table.sheet.value === 'match', { me } = table;
  if (!table.sheet.value || !result || result.winner === null) return nothing;
  const winner = whole && v.winner !== null ? v.winner : result.winner, won = winner === table.you.value;
  const how = result.kind ? t(result.kind) : t(`by_${result.how}`);
  return html`<div class="pane" role="dialog" aria-modal="false" aria-labelledby="outcome">
    <h2 id="outcome">${won ? t(whole ? 'you_won' : 'you_won_game') : t(whole ? 'won' : 'won_game', { name: nameOf(v, winner) })}</h2>
    <p class="how">${how}${result.kind && result.how === 'resigned' ? html` · ${t('by_resigned')}` : nothing} <b>+${result.points}</b></p>
    ${v.length > 1 ? html`<p class="score"><span>${nameOf(v, me.value)}</span><b>${v.score[me.value]} : ${v.score[1 - me.value]}</b><span>${nameOf(v, 1 - me.value)}</span></p>` : nothing}
    ${whole ? final(table) : nothing}
    <div class="row">${whole ? html`<button type="button" class="btn" @click=${close}>${t('close')}</button><a class="btn pri" id="new" href="/">${t('new_game')}</a>`
    : html`<button type="button" class="btn pri" id="next" @click=${close}>${t('next_game')}</button>`}</div></div>`;
}

/** @param {Table} table */
function final(table) {
  const c = checked.value;
  return html`<div class="proof">
    <button type="button" class="btn" id="verify" ?disabled=${c?.good === null} @click=${() => check(table)}>${icon('seal')}${t('verify')}</button>
    <a class="btn" id="record" href=${`/t/${table.id}.json`} download>${icon('save')}${t('record')}</a>
    ${c ? html`<p id="proof" class=${c.good === false ? 'bad' : c.good ? 'good' : ''} role="status">${c.lines.map((line) => html`<span>${line}</span>`)}</p>` : nothing}</div>`;
}
