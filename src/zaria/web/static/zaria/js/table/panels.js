/** The less often opened panels beside the board: the agreed terms with the seal, and the settings. */
import { html, icon, nothing, t } from '../ui/el.js';
import { nameOf } from './tell.js';
import { change, look, settings as now, SKINS, THEMES, wear } from './settings.js';

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
export const agreed = (v) => html`<dt>${t('game')}</dt><dd>${t(`game_${v.game}`)}</dd>
  <dt>${t('length')}</dt><dd>${v.length > 1 ? t('to_points', { n: v.length }) : t('one_game')}</dd>
  <dt>${t('cube')}</dt><dd>${t(!v.cube_on ? 'no' : v.length > 1 && v.crawford_rule ? 'crawford' : 'yes')}</dd>
  <dt>${t('clock')}</dt><dd>${clockTerms(v)}</dd>
  ${Object.entries(v.options).map(([name, value]) => html`<dt>${t(name)}</dt><dd>${t(`${name}_${value}`)}</dd>`)}`;

/** @param {Table} table */
export function terms(table) {
  const v = table.view.value, seed = (/** @type {0|1} */ s) => v.seeds[s] && html`<dt>${t('seed', { name: nameOf(v, s) })}</dt><dd><code>${v.seeds[s]}</code></dd>`;
  return html`<dl class="facts">${agreed(v)}</dl><h3>${icon('seal')}${t('sealed')}</h3><p class="small">${t('seal_long')} <a href="/verify">${t('how')}</a></p>
    <dl class="facts long"><dt>${t('seal')}</dt><dd><code>${v.seal}</code></dd>${seed(0)}${seed(1)}
    ${v.secret ? html`<dt>${t('secret')}</dt><dd><code>${v.secret}</code></dd>` : nothing}</dl>`;
}

/** @param {string} name @param {readonly (readonly [string, unknown])[]} list word and value @param {unknown} now @param {(value: any) => void} set */
const choice = (name, list, now, set) => html`<fieldset class="choice"><legend>${t(name)}</legend><div class="seg">${list.map(([word, value]) =>
  html`<button type="button" aria-pressed=${now === value} @click=${() => set(value)}>${word}</button>`)}</div></fieldset>`;

/** @param {'roll'|'hints'|'forced'|'done'|'sound'} name */
const toggle = (name) => html`<button type="button" class="switch" role="switch" aria-checked=${now.value[name]} data-set=${name}
  @click=${() => change({ [name]: !now.value[name] })}><span>${t(`set_${name}`)}</span><i></i></button>`;

/** @param {Table} table */
export function settings(table) {
  const s = now.value, l = look.value;
  return html`${/** @type {const} */ (['roll', 'hints', 'forced', 'done', 'sound']).map(toggle)}
    ${choice('speed', [[t('none'), 0], ['½×', 0.5], ['1×', 1], ['2×', 2]], s.speed, (speed) => change({ speed }))}
    ${choice('home_side', [[t('left'), true], [t('right'), false]], s.flip ?? table.view.value.mirror, (flip) => change({ flip }))}
    ${choice('board', SKINS.map((skin) => [t(`skin_${skin}`), skin]), l.skin, (skin) => wear({ skin }))}
    ${choice('theme', THEMES.map((theme) => [t(`theme_${theme || 'system'}`), theme]), l.theme, (theme) => wear({ theme }))}`;
}
