/** Buttons of the turn, on the board where there is room, under the thumb on a phone, always at the same places;
 *  and the keyboard. */
import { html, icon, nothing, t } from '../ui/el.js';
import { armed } from './actions.js';
import { digits, face } from './beside.js';
import { settings } from './settings.js';
import { kindName, nameOf, playedBy, position, say, words } from './tell.js';

/** @typedef {{id: string, name: string, label: unknown, off?: boolean, act: () => void, main?: boolean}} Button */

/** @param {Button} b */
const button = (b) => html`<button type="button" class="btn ${b.main ? 'pri' : ''}" id=${b.id} data-do=${b.name}
  ?disabled=${!!b.off} @click=${b.act}>${b.label}</button>`;

/** @param {Actions} a @returns {Button} */
const double = (a) => ({ id: 'double', name: 'double', off: !a.canDouble, act: () => a.double(),
  label: armed.value === 'double' ? t('sure') : `${t('double')} ×${a.table.view.value.cube.value * 2}` });
/** @param {Actions} a @returns {Button} */
const roll = (a) => ({ id: 'roll', name: 'roll', main: true, off: !a.canRoll || a.table.waiting.value, act: () => a.roll(), label: [icon('dice'), t('roll')] });
/** @param {Actions} a @returns {Button} */
const undo = (a) => ({ id: 'undo', name: 'undo', off: !a.table.moves.value.length || a.table.sent.value, act: () => a.undo(), label: [icon('undo'), t('undo')] });
/** @param {Actions} a @returns {Button} */
const done = (a) => ({ id: 'done', name: 'done', main: true, off: !a.table.finished.value, act: () => a.done(), label: [icon('check'), t('done')] });
/** @param {Actions} a @returns {[Button, Button]} */
const answers = (a) => [
  { id: 'decline', name: 'decline', off: a.table.waiting.value, act: () => a.answer(false), label: t('decline') },
  { id: 'accept', name: 'accept', main: true, off: a.table.waiting.value, act: () => a.answer(true), label: t('accept') }];

/** What lies on the board, in the strip between the points. @param {Actions} a @param {Flag} compact */
export function onBoard(a, compact) {
  const { table } = a, small = compact.value;
  const at = (/** @type {string} */ half, /** @type {unknown} */ inside) => html`<div class="ctl ${half}">${inside}</div>`;
  const turn = () => {
    if (small) return nothing;
    if (a.canRoll && !(settings.value.roll && !a.canDouble && !table.held.value)) {
      return [at('home', button(roll(a))), a.canDouble ? at('outer', button(double(a))) : nothing];
    }
    if (!table.moving.value || !table.moves.value.length && !table.finished.value) return nothing;
    return at('outer', [button(undo(a)), table.finished.value ? button(done(a)) : nothing]);
  };
  const offered = offer(a, small), where = table.opening.value ? '' : table.rel(table.view.value.turn) ? 'home' : 'outer';
  return [turn(), offered, html`<p class="note ${where}" ?hidden=${!words.value || offered !== nothing}>${words.value}</p>`];
}

/** A double or a resignation that waits for its answer. @param {Actions} a @param {boolean} small */
function offer(a, small) {
  const { view } = a.table, v = view.value, name = nameOf(v, v.turn);
  if (v.phase !== 'double' && v.phase !== 'resign') return nothing;
  const doubled = v.phase === 'double', stake = v.cube.value * (v.resign?.points ?? 2);
  const [title, small1] = a.canAnswer
    ? doubled ? [t('double_offer', { name, n: stake }), t('decline_loses', { n: v.cube.value })]
      : [t('resign_offer', { name, kind: kindName(v.resign?.points ?? 1) }), t('points', { n: stake })]
    : [t('waits_answer', { name: nameOf(v, v.to_act ?? 0) }), doubled ? `×${stake}` : kindName(v.resign?.points ?? 1)];
  return html`<div class="offer" role="group" aria-label=${title}><b class="big">${doubled ? stake : icon('flag')}</b>
    <div><h2>${title}</h2><p>${small1}</p></div>
    ${a.canAnswer && !small ? html`<div class="row">${answers(a).map(button)}</div>` : nothing}</div>`;
}

/** The thumb buttons of a phone, beside the button of the menu.
 *  @param {Actions} a @param {() => void} menu @param {() => void} again reopens the result */
export function thumbs(a, menu, again) {
  const { table } = a, v = table.view.value;
  const pair = a.canAnswer ? answers(a)
    : a.canRoll ? [double(a), roll(a)]
      : [undo(a), done(a)];
  const over = v.phase === 'over';
  return html`<button type="button" class="btn sq" id="menu" aria-label=${t('menu')} @click=${menu}>${icon('menu')}</button>
    ${over ? html`<button type="button" class="btn" id="again" @click=${again}>${t('result')}</button><a class="btn pri" href="/">${t('new_game')}</a>`
    : table.you.value === null ? html`<span class="idle">${t(v.phase === 'open' ? 'open_table' : 'watching')}</span>`
      : pair.map(button)}`;
}

/** Rarely needed, away from the others: resign, flip, sound. @param {Actions} a @param {Flag} open whether the levels of resigning show
 *  @param {() => void} again reopens the result @param {() => void} mute */
export function tools(a, open, again, mute) {
  const v = a.table.view.value, playing = a.table.you.value !== null && v.phase !== 'over' && v.phase !== 'open';
  const { sound } = settings.value;
  return html`${open.value && playing ? levels(a, open) : nothing}
    ${v.phase === 'over' ? html`<button type="button" class="btn grow" @click=${again}>${icon('cup')}${t('result')}</button>`
    : html`<button type="button" class="btn quiet grow" id="resign" aria-expanded=${open.value} ?disabled=${!playing}
        @click=${() => { open.value = !open.value; }}>${icon('flag')}<span>${t('resign')}</span></button>`}
    <button type="button" class="btn quiet sq" id="flip" title=${t('flip')} aria-label=${t('flip')} @click=${() => a.flip()}>${icon('flip')}</button>
    <button type="button" class="btn quiet sq" id="mute" title=${t('sound')} aria-label=${t('sound')} aria-pressed=${sound} @click=${mute}>${icon(sound ? 'sound' : 'mute')}</button>`;
}

/** How much to resign for: not less than the position is worth already. @param {Actions} a @param {Flag} open */
function levels(a, open) {
  const v = a.table.view.value, least = v.resign_min[a.table.me.value];
  return html`<div class="levels" role="group" aria-label=${t('resign')}>
    <p>${a.canResign ? t('resign_ask') : t('resign_later')}</p>
    ${/** @type {const} */ ([1, 2, 3]).map((n) => html`<button type="button" class="btn ${armed.value === `resign${n}` ? 'danger' : ''}" data-resign=${n}
      ?disabled=${!a.canResign || n < least || n > v.resign_max} @click=${() => a.resign(n)}>
      <span>${armed.value === `resign${n}` ? t('sure') : kindName(n)}</span><small>${t('points', { n: `−${n * v.cube.value}` })}</small></button>`)}
    <button type="button" class="btn quiet" @click=${() => { open.value = false; }}>${t('cancel')}</button></div>`;
}

/** The keyboard: R roll, D double, U or Backspace undo, Enter done, Esc; L C O P tell last move, clock, opponent,
 *  position. @param {Actions} a @param {BoardView} board @param {() => number} now @param {() => boolean} escape closes what is open */
export function keyboard(a, board, now, escape) {
  const { table } = a;
  const tell = {
    l: () => {
      const { last } = table.view.value;
      return last ? t('says', { name: playedBy(table, last.side), text: last.text || t('no_move') }) : t('no_moves');
    },
    c: () => {
      const faces = [table.me.value, 1 - table.me.value].map((side) => face(table.latest.value.clocks, side, now()));
      return faces[0] && faces[1] ? t('clocks', { mine: digits(faces[0].left), theirs: digits(faces[1].left) }) : t('no_clock');
    },
    o: () => {
      const v = table.view.value, side = 1 - table.me.value;
      return t('opponent', { name: nameOf(v, side), score: v.score[side], pips: v.pips[side] });
    },
    p: () => `${position(table)}${table.dice.value.length ? ` ${t('dice_are', { dice: table.dice.value.join('-') })}` : ''}`,
  };
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target), key = e.key.toLowerCase();
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (key === 'r') a.roll();
    else if (key === 'd') a.double();
    else if (key === 'u' || key === 'backspace') a.undo();
    else if (key === 'enter' && !target.closest('button:not([data-at]),a') && !(target.closest('[data-at]') && board.api.sources().size)) a.done();
    else if (key === 'escape') { if (!escape()) board.select(0); } else if (key in tell) say(tell[/** @type {keyof typeof tell} */ (key)]());
    else return;
    if (key === 'backspace') e.preventDefault();
  });
}
