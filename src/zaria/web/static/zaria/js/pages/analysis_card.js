/**
 * What was decided in the frame that is shown: the best choices beside what was played, on boards
 * and in numbers.
 */
import { drawing } from '../board/picture.js';
import { landing } from '../board/steps.js';
import { html, nothing, t } from '../ui/el.js';
import { given, number, said, sign, signed, untorn, whole, worth } from './analysis_words.js';

/**
 * @typedef {import('./analysis.js').Known} Known
 * @typedef {import('../analysis.js').Decision} Decision
 * @typedef {import('../analysis.js').Choice} Choice
 */

/** @param {Known} known */
export function card(known) {
  const { at, decisions, errors, rolls } = known, roll = rolls.get(at), thrown = ['rolled', 'opening'].includes(known.steps.frame.t);
  // what was decided after a roll is there with the roll
  const here = decisions.get(at) ?? (thrown ? decisions.get(at + 1) : undefined) ?? [];
  if (!here.length && !roll) return html`<p class="an-choose">${t(errors.length ? 'an_choose' : 'an_step')}</p>`;
  return html`<section class="an-card" aria-live="polite">${roll ? luck(known, roll) : nothing}${here.map((one) => decided(known, one))}</section>`;
}

/**
 * A roll as it is called: 5-2, not 2-5.
 * @param {readonly number[]} dice
 */
const rolled = (dice) => dice.slice(0, 2).sort((a, b) => b - a).join('-');

/**
 * @param {Known} known
 * @param {import('../analysis.js').Roll} roll
 */
function luck({ names }, { side, dice, luck: by, fortune }) {
  return html`<p class="an-luck ${fortune || ''}">${names[side]}: ${rolled(dice)} · ${t('an_luck')} <b>${signed(by)}</b>${fortune ? html` <em>${fortune === 'lucky' ? '▲' : '▼'} ${t(`an_${fortune}`)}</em>` : nothing}</p>`;
}

/**
 * @param {Known} known
 * @param {Decision} one
 */
function decided(known, one) {
  const { names, of, chosen } = known, { unit } = of.method, { choices = [], kind } = one;
  const played = choices.find((choice) => choice.played), top = choices[0], loss = one.loss ?? 0;
  const pick = choices[chosen.value] && !choices[chosen.value].played && chosen.value < choices.length ? choices[chosen.value] : top;
  return html`<h2><i class="disc ${one.side ? 'dk' : 'lt'}"></i>${names[one.side]}${one.dice?.length ? html` <b>${rolled(one.dice)}</b>` : nothing}
      ${one.mark ? sign(one.mark, true) : loss > 0 || !one.counted ? nothing : html`<span class="mark good"><b aria-hidden="true">✓</b><span>${t('an_right')}</span></span>`}
      ${loss > 0 ? html`<b class="cost">${given(loss, unit)}</b>` : nothing}</h2>
    ${kind === 'turn' ? played ? boards(known, one, played, pick) : nothing : asked(known, one)}
    ${choices.length ? html`<ol class="an-choices">${choices.map((choice, i) => html`<li class=${choice.played ? 'played' : ''}>${kind === 'turn' && choices.length > 1
    ? html`<button type="button" class="choice" aria-pressed=${choice === pick} @click=${() => { chosen.value = i; }}>${row(choice, kind, unit)}</button>`
    : html`<div class="choice">${row(choice, kind, unit)}</div>`}</li>`)}</ol>` : html`<p class="an-choose">${t('an_forced')}</p>`}`;
}

/**
 * What was decided besides a turn, at which cube and score, and the position.
 * @param {Known} known
 * @param {Decision} one
 */
function asked(known, one) {
  const { data } = known.steps, points = known.of.method.unit === 'points', { score, crawford } = points ? data.frames[one.frame - 1] : {}, cube = points && data.cube !== false;
  return html`<p class="an-about"><b>${t(`an_about_${one.kind}`)}</b>${score ? html` <span>${t('score')} ${score[one.side]} : ${score[1 - one.side]}</span>` : nothing}
      ${crawford ? html` <span>${t('crawford_game')}</span>` : cube ? html` <span>${t('cube')} ${one.cube ?? 1}</span>` : nothing}</p>
    <div class="an-boards one"><figure>${board(known, one)}</figure></div>`;
}

/**
 * A choice in numbers.
 * @param {Choice} choice
 * @param {string} kind
 * @param {string} unit
 */
const row = (choice, kind, unit) => html`<i>${choice.place ?? 1}.</i>
  <span>${whole(said(choice.text, kind))}${choice.played ? html` <em>${t('an_played')}</em>` : nothing}${odds(choice, unit)}</span>
  <b>${worth(choice.equity, unit)}</b><small>${choice.loss ? given(choice.loss, unit) : ''}</small>`;

/**
 * How a game may end after a turn, or what is expected to follow a move.
 * @param {Choice} choice
 * @param {string} unit
 */
function odds({ chances, line, place = 1, played }, unit) {
  const percent = (/** @type {number} */ n) => number(n * 100, 1);
  if (place > 1 && !played) return nothing;
  if (unit === 'chance' && line && line.length > 1) return html`<small class="odds">${whole(line.slice(1, 6).join(' '))}</small>`;
  if (!chances) return nothing;
  const [win, win2, , lose2] = chances;
  return html`<small class="odds">${untorn(t('an_wins', { win: percent(win), mars: percent(win2), lost: percent(lose2) }))}</small>`;
}

/**
 * The best beside what was played.
 * @param {Known} known
 * @param {Decision} one
 * @param {Choice} played
 * @param {Choice} best
 */
function boards(known, one, played, best) {
  const two = best === played ? [played] : [played, best];
  return html`<div class="an-boards">${two.map((choice) => html`<figure>${board(known, one, choice)}
    <figcaption>${choice === played ? t('an_played') : choice.loss ? `${choice.place}.` : t('an_best')}: <b>${whole(said(choice.text))}</b></figcaption></figure>`)}</div>`;
}

/**
 * @param {Known} known
 * @param {Decision} one
 * @param {Choice} [choice]
 */
const board = (known, one, choice) => html`<div class="picture drawn ${'squares' in known.steps.data.frames[one.frame - 1] ? 'square' : ''}" role="img" aria-label=${choice ? said(choice.text) : t('board')}
  .innerHTML=${picture(known, one, choice)}></div>`;

/**
 * The position that was decided on, with the way of a choice.
 * @param {Known} known
 * @param {Decision} one
 * @param {Choice} [choice]
 */
function picture({ steps }, one, choice) {
  const { data } = steps, before = data.frames[one.frame - 1], { side } = one;
  if (before.squares) {
    return drawing({ game: data.game, size: data.size, coordinates: data.coordinates, turned: side === 1, house: data.house ?? '', board: before.squares.board,
      path: choice?.path ?? [], takes: choice?.takes ?? [], barred: [] });
  }
  const { contact, parallel } = data.kinds[before.now], pair = (/** @type {any} */ both) => [both[side], both[1 - side]];
  /** @type {[number, number, number][]} */
  const arrows = [];
  for (const move of choice?.moves ?? []) {
    const dst = landing(move, contact), same = arrows.find(([a, b]) => a === move[0] && b === dst);
    if (same) same[2]++; else arrows.push([move[0], dst, 1]);
  }
  return drawing({ contact, parallel, men: /** @type {any} */ (pair(before.men)), pins: /** @type {any} */ (pair(before.pins ?? [[], []])), dice: [...one.dice ?? []], side: 0,
    arrows, barred: [], dark: side === 1, mirrored: data.mirror });
}
