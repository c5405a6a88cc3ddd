/**
 * What was decided in the frame that is shown: the best choices beside what was played, as bars and in
 * numbers. Their ways lie on the board.
 */
import { html, nothing, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';
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

/**
 * The decisions of a frame; what was decided after a roll is there with the roll.
 * @param {Pick<Known, 'decisions'|'steps'>} analysis
 * @param {number} at
 */
function decisionsAt({ decisions, steps }, at) {
  const thrown = ['rolled', 'opening'].includes(steps.data.frames[at].t);
  return decisions.get(at) ?? (thrown ? decisions.get(at + 1) : undefined) ?? [];
}

/**
 * The choice that was played, and the one beside it: the reader's, or else the best.
 * @param {Decision} decision
 * @param {number} chosen
 */
function pair({ choices = [] }, chosen) {
  const played = choices.find((choice) => choice.played),
    chose = choices[chosen];
  return { played, pick: chose && !chose.played ? chose : choices[0] };
}

/**
 * The ways to be drawn on the board at a frame.
 * @param {Known} analysis
 * @param {number} at
 * @returns {import('./replay_steps.js').Compared|null}
 */
export function waysAt(analysis, at) {
  const decision = decisionsAt(analysis, at).find(({ kind }) => kind === 'turn');
  if (!decision) return null;
  const { frame, side } = decision,
    { played, pick } = pair(decision, analysis.chosen.value);
  if (!played) return null;
  return {
    frame: frame - 1,
    side,
    ...(played === pick ? {} : { played }),
    ...(pick ? { better: pick } : {}),
  };
}

/** @param {Known} analysis */
export function card(analysis) {
  const { at, errors, rolls } = analysis,
    roll = rolls.get(at),
    current = decisionsAt(analysis, at);
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
  const { pick } = pair(decision, chosen.value),
    loss = decision.loss ?? 0;
  return html`<h2>
      <i class="disc ${decision.side ? 'dk' : 'lt'}"></i
      >${names[decision.side]}${decision.dice?.length ? html` <b>${rolled(decision.dice)}</b>` : nothing}
      ${verdict(decision)} ${loss > 0 ? html`<b class="cost">${lossText(loss, unit)}</b>` : nothing}
    </h2>
    ${kind === 'turn' ? nothing : question(analysis, decision)}
    ${
      choices.length
        ? html`<ol class="an-choices">
            ${choices.map(item)}
          </ol>`
        : html`<p class="an-choose">${t('an_forced')}</p>`
    }
    ${kind === 'turn' && choices.length > 1 ? tried(analysis, decision) : nothing}`;

  /**
   * @param {Choice} choice
   * @param {number} i
   */
  function item(choice, i) {
    const inside = row(choice, kind, unit, kind === 'turn' && choice === pick);
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
 * What was decided besides a turn, at which cube and score.
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
  </p>`;
}

const played = () => html` <em>${t('an_played')}</em>`;

/**
 * The chance to win after a choice, where it is known.
 * @param {Choice} choice
 * @param {string} unit
 */
const chance = ({ chances, equity }, unit) => (unit === 'chance' ? equity : chances?.[0]);

/**
 * A choice as a bar and in numbers, with the line that its way has on the board.
 * @param {Choice} choice
 * @param {string} kind
 * @param {string} unit
 * @param {boolean} drawn whether its way is the one that is drawn through
 */
function row(choice, kind, unit, drawn) {
  const share = chance(choice, unit),
    dotted = kind === 'turn' && choice.played && !drawn;
  return html`<i>${choice.place ?? 1}.</i>
    <span
      >${unbroken(notation(choice.text, kind))}${choice.played ? played() : nothing}${
        drawn || dotted ? html`<s class=${dotted ? 'dotted' : ''} aria-hidden="true"></s>` : nothing
      }</span
    >${
      share === undefined
        ? nothing
        : html`<div
            class="meter ${choice.loss && choice.played ? 'madder' : ''}"
            aria-hidden="true"
          >
            <i style=${`width:${(share * 100).toFixed(1)}%`}></i>
          </div>`
    }${odds(choice, unit)} <b>${equityText(choice.equity, unit)}</b
    ><small>${choice.loss ? lossText(choice.loss, unit) : ''}</small>`;
}

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
