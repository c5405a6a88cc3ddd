/** The two players' cards: who, score, pips, clock. */
import { html, icon, nothing } from '../ui/el.js';
import { t } from '../i18n.js';
import { digits, face } from './clock.js';
import { nameOf } from './names.js';

/** @typedef {import('./actions.js').Actions} Actions */

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
