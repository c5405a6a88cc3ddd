/**
 * What was decided in the frame that is shown: the best choices beside what was played, on boards
 * and in numbers.
 */
import { board as boardGame } from '../squares/picture.js';
import { board as tablesGame } from '../tables/picture.js';
import { arrowsOf } from '../tables/steps.js';
import { html, importModule, nothing, t } from '../ui/dom.js';
import { term } from '../ui/terms.js';
import {
  lossText,
  number,
  notation,
  sign,
  signed,
  nonBreaking,
  unbroken,
  equityText,
} from '../ui/evaluations.js';

/**
 * @typedef {import('./analysis.js').Known} Known
 * @typedef {import('../analysis.js').Decision} Decision
 * @typedef {import('../analysis.js').Choice} Choice
 */

/** @param {Known} analysis */
export function card(analysis) {
  const { at, decisions, errors, rolls } = analysis,
    roll = rolls.get(at),
    thrown = ['rolled', 'opening'].includes(analysis.steps.frame.t);
  // what was decided after a roll is there with the roll
  const current = decisions.get(at) ?? (thrown ? decisions.get(at + 1) : undefined) ?? [];
  if (!current.length && !roll)
    return html`<p class="an-choose">${t(errors.length ? 'an_choose' : 'an_step')}</p>`;
  return html`<section class="an-card" aria-live="polite">
    ${roll ? luck(analysis, roll) : nothing}${current.map((decision) => decided(analysis, decision))}
  </section>`;
}

/**
 * A roll as it is called: 5-2, not 2-5.
 * @param {readonly number[]} dice
 */
const rolled = (dice) =>
  dice
    .slice(0, 2)
    .sort((a, b) => b - a)
    .join('-');

/**
 * @param {Known} analysis
 * @param {import('../analysis.js').Roll} roll
 */
function luck({ names }, { side, dice, luck: by, fortune }) {
  const arrow = fortune === 'lucky' ? '▲' : '▼',
    word = fortune ? html` <em>${arrow} ${t(`an_${fortune}`)}</em>` : nothing;
  return html`<p class="an-luck ${fortune || ''}">
    ${names[side]}: ${rolled(dice)} · ${term('luck', t('an_luck'))} <b>${signed(by)}</b>${word}
  </p>`;
}

/**
 * @param {Known} analysis
 * @param {Decision} decision
 */
function decided(analysis, decision) {
  const { names, of, chosen } = analysis,
    { unit } = of.method,
    { choices = [], kind } = decision;
  const played = choices.find((choice) => choice.played),
    top = choices[0],
    loss = decision.loss ?? 0;
  const chose = choices[chosen.value],
    pick = chose && !chose.played ? chose : top;
  return html`<h2>
      <i class="disc ${decision.side ? 'dk' : 'lt'}"></i
      >${names[decision.side]}${decision.dice?.length ? html` <b>${rolled(decision.dice)}</b>` : nothing}
      ${verdict(decision)} ${loss > 0 ? html`<b class="cost">${lossText(loss, unit)}</b>` : nothing}
    </h2>
    ${kind === 'turn' ? turn() : question(analysis, decision)}
    ${
      choices.length
        ? html`<ol class="an-choices">
            ${choices.map(item)}
          </ol>`
        : html`<p class="an-choose">${t('an_forced')}</p>`
    }
    ${kind === 'turn' && choices.length > 1 ? tried(analysis, decision) : nothing}`;

  function turn() {
    return played ? boards(analysis, decision, played, pick) : nothing;
  }

  /**
   * @param {Choice} choice
   * @param {number} i
   */
  function item(choice, i) {
    const inside = row(choice, kind, unit);
    const box =
      kind === 'turn' && choices.length > 1
        ? html`<button
            type="button"
            class="choice"
            aria-pressed=${choice === pick}
            @click=${() => {
              chosen.value = i;
            }}
          >
            ${inside}
          </button>`
        : html`<div class="choice">${inside}</div>`;
    return html`<li class=${choice.played ? 'played' : ''}>${box}</li>`;
  }
}

/**
 * The way to play this turn otherwise, on the board itself.
 * @param {Known} analysis
 * @param {Decision} decision
 */
function tried({ steps }, { frame }) {
  const begin = async () => {
    const { begin } = await importModule(() => import('./attempt.js'));
    await begin(steps, frame);
  };
  return html`<button type="button" class="btn an-try" @click=${begin}>${t('an_try')}</button>`;
}

/**
 * The mark of an error, or that a counted decision was right.
 * @param {Decision} decision
 */
function verdict(decision) {
  if (decision.mark) return sign(decision.mark, true);
  if ((decision.loss ?? 0) > 0 || !decision.counted) return nothing;
  return html`<span class="mark good"
    ><b aria-hidden="true">✓</b><span>${t('an_right')}</span></span
  >`;
}

/**
 * What was decided besides a turn, at which cube and score, and the position.
 * @param {Known} analysis
 * @param {Decision} decision
 */
function question(analysis, decision) {
  const { data } = analysis.steps,
    points = analysis.of.method.unit === 'points';
  const { score, crawford } = points ? data.frames[decision.frame - 1] : {};
  const standing = score
    ? html` <span>${t('score')} ${score[decision.side]} : ${score[1 - decision.side]}</span>`
    : nothing;
  const cube =
    points && data.cube !== false
      ? html` <span>${t('cube')} ${decision.cube ?? 1}</span>`
      : nothing;
  return html`<p class="an-about">
      <b>${t(`an_about_${decision.kind}`)}</b>${standing}
      ${crawford ? html` <span>${t('crawford_game')}</span>` : cube}
    </p>
    <div class="an-boards one"><figure>${board(analysis, decision)}</figure></div>`;
}

const played = () => html` <em>${t('an_played')}</em>`;

/**
 * A choice in numbers.
 * @param {Choice} choice
 * @param {string} kind
 * @param {string} unit
 */
const row = (choice, kind, unit) =>
  html`<i>${choice.place ?? 1}.</i>
    <span>${unbroken(notation(choice.text, kind))}${choice.played ? played() : nothing}</span
    >${odds(choice, unit)} <b>${equityText(choice.equity, unit)}</b
    ><small>${choice.loss ? lossText(choice.loss, unit) : ''}</small>`;

/**
 * How a game may end after a turn, or what is expected to follow a move.
 * @param {Choice} choice
 * @param {string} unit
 */
function odds({ chances, line, place = 1, played }, unit) {
  const percent = (/** @type {number} */ n) => number(n * 100, 1);
  if (place > 1 && !played) return nothing;
  if (unit === 'chance' && line && line.length > 1)
    return html`<small class="odds">${unbroken(line.slice(1, 6).join(' '))}</small>`;
  if (!chances) return nothing;
  const [win, win2, , lose2] = chances;
  return html`<small class="odds"
    >${nonBreaking(t('an_wins', { win: percent(win), mars: percent(win2), lost: percent(lose2) }))}</small
  >`;
}

/**
 * The best beside what was played.
 * @param {Known} analysis
 * @param {Decision} decision
 * @param {Choice} played
 * @param {Choice} best
 */
function boards(analysis, decision, played, best) {
  const shown = best === played ? [played] : [played, best];
  const title = (/** @type {Choice} */ choice) => (choice.loss ? `${choice.place}.` : t('an_best'));
  const figure = (/** @type {Choice} */ choice) =>
    html`<figure>
      ${board(analysis, decision, choice)}
      <figcaption>
        ${choice === played ? t('an_played') : title(choice)}:
        <b>${unbroken(notation(choice.text))}</b>
      </figcaption>
    </figure>`;
  return html`<div class="an-boards">${shown.map(figure)}</div>`;
}

/**
 * @param {Known} analysis
 * @param {Decision} decision
 * @param {Choice} [choice]
 */
const board = (analysis, decision, choice) =>
  html`<div
    class="picture drawn ${'squares' in analysis.steps.data.frames[decision.frame - 1] ? 'square' : ''}"
    role="img"
    aria-label=${choice ? notation(choice.text) : t('board')}
    .innerHTML=${picture(analysis, decision, choice)}
  ></div>`;

/**
 * The position that was decided on, with the way of a choice.
 * @param {Known} analysis
 * @param {Decision} decision
 * @param {Choice} [choice]
 */
function picture({ steps }, decision, choice) {
  const { data } = steps,
    before = data.frames[decision.frame - 1],
    { side } = decision;
  if (before.squares) {
    return boardGame({
      game: data.game,
      size: data.size,
      coordinates: data.coordinates,
      turned: side === 1,
      house: data.house ?? '',
      board: before.squares.board,
      path: choice?.path ?? [],
      takes: choice?.takes ?? [],
      barred: [],
    });
  }
  const { hand, parallel } = data.kinds[before.now],
    pair = (/** @type {any} */ both) => [both[side], both[1 - side]];
  return tablesGame({
    hand,
    parallel,
    men: /** @type {any} */ (pair(before.men)),
    pins: /** @type {any} */ (pair(before.pins ?? [[], []])),
    dice: [...(decision.dice ?? [])],
    side: 0,
    arrows: arrowsOf(choice?.moves ?? [], hand),
    barred: [],
    dark: side === 1,
    mirrored: data.mirror,
  });
}
