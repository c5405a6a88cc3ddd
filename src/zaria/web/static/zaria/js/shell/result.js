/** The sheet after a game and at the end of a match, with the check of the dice. */
import { signal } from '@preact/signals-core';
import { html, icon, lazy, motion, nothing, sum, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { term } from '../ui/terms.js';
import { follow as again } from './rematch.js';
import { nameOf, playedBy, sound } from './announcer.js';
import { boot } from './events.js';
import { compact } from './controls.js';
import { tab } from './side_panel.js';
import { isBoardGame } from './state.js';
import { tournamentButton } from './tournament_links.js';
import * as ofTournament from './tournament_result.js';

/**
 * What came of checking the dice: lines, and whether all is well.
 * @type {Signal<{good: boolean|null, lines: string[]}|null>}
 */
const checked = signal(null);

/** @param {import('../live/dice.js').Report} report */
export const lines = (report) => [
  t(report.seal ? 'seal_ok' : 'seal_bad'),
  report.wrong === null ? t('rolls_ok', { n: report.rolls }) : t('rolls_bad', { n: report.wrong }),
];

const dice = whenLoaded(() => import('../live/dice.js'));

/** @param {import('./state.js').TableState} table */
async function check(table) {
  checked.value = { good: null, lines: [t('checking')] };
  const { Unchecked, verify } = await dice((m) => m);
  try {
    const answer = await fetch(`/t/${table.id}.json`);
    const report = await verify(await answer.json());
    checked.value = { good: report.seal && report.wrong === null, lines: lines(report) };
  } catch (error) {
    checked.value = {
      good: false,
      lines: [t(error instanceof Unchecked ? error.why : 'verify_unreadable')],
    };
  }
}

/**
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @returns {(close: () => void) => unknown} the sheet, drawn anew
 */
export function follow(table, session) {
  const rematch = again(table, session),
    offer = lazy(() => import('./level_offer.js').then((m) => m.follow(table))),
    grades = lazy(() => import('./grades.js').then((m) => m.follow(table))),
    milestone = lazy(() => import('./milestone.js').then((m) => m.follow(table)));
  ofTournament.follow(table);
  return (close) =>
    sheet(table, session, close, rematch, {
      level: () => offer()?.() ?? nothing,
      grades,
      milestone: () => milestone()?.() ?? nothing,
    });
}

/**
 * Who won, in a sentence; the viewer's own in the second person.
 * @param {import('./state.js').TableState} table
 * @param {number|null} winner
 * @param {boolean} whole of the match, not of one game
 */
function outcome(table, winner, whole) {
  const v = table.view.value,
    { you } = table;
  const ended = whole ? ofTournament.heading(table) : '';
  if (ended) return ended;
  if (v.result?.how === 'void') return t('void');
  if (winner === null) return t('draw');
  if (you.value === null || table.local)
    return t(whole ? 'won' : 'won_game', { name: nameOf(v, winner) });
  if (winner === you.value) return t(whole ? 'you_won' : 'you_won_game');
  return t(whole ? 'you_lost' : 'you_lost_game');
}

/**
 * By what it was won, and what it counts.
 * @param {import('./state.js').TableState} table
 * @param {import('../protocol.js').Result} result
 * @param {boolean} whole
 * @param {boolean} lost by the viewer, whose win is not named
 * @param {boolean} gains whether the viewer won it
 */
function how(table, result, whole, lost, gains) {
  if (result.how === 'annulled') return ofTournament.reason(table);
  return html`<p class="how">${wayOfWin(table.view.value, result, whole, lost, gains)}</p>`;
}

/**
 * @param {View} v
 * @param {import('../protocol.js').Result} result
 * @param {boolean} whole
 * @param {boolean} lost
 * @param {boolean} gains
 */
function wayOfWin(v, result, whole, lost, gains) {
  if (result.how === 'left') return t('by_left');
  if (whole && !v.length && result.how !== 'time') return t('session');
  if (isBoardGame(v)) return ending(result);
  if (result.winner === null) return t(whole ? 'draw' : 'draw_long');
  if (lost && result.kind === 'single')
    return html`${['resigned', 'decided'].includes(result.how) ? t(`by_${result.how}`) : nothing}
    ${points(v, result, gains)}`;
  return html`${result.kind ? kindOfWin(v, result.kind) : t(`by_${result.how}`)}${
    result.kind && ['resigned', 'decided'].includes(result.how)
      ? html` · ${t(`kind_${result.how}`)}`
      : nothing
  }
  ${points(v, result, gains)}`;
}

/**
 * The points of a win, with the name of the side that gains them unless it is the viewer.
 * @param {View} v
 * @param {import('../protocol.js').Result} result
 * @param {boolean} gains whether the viewer does
 */
function points(v, { points: n, winner }, gains) {
  if (!n || winner === null) return nothing;
  return html`<b>${gains ? `+${n}` : t('says', { name: nameOf(v, winner), text: `+${n}` })}</b>`;
}

/** The games of the international rules (`has_gammons` in games/registry.py). */
const HAVE_GAMMONS = ['backgammon', 'nackgammon', 'longgammon', 'hypergammon'];

/** The words of wins that those games call otherwise. */
const IN_BACKGAMMON = /** @type {Record<string, string>} */ ({
  mars: 'gammon',
  koks: 'backgammon',
});

/**
 * The kind of a win, which explains itself.
 * @param {View} v
 * @param {string} kind
 */
const kindOfWin = (v, kind) =>
  term(HAVE_GAMMONS.includes(v.now) ? (IN_BACKGAMMON[kind] ?? kind) : kind, t(kind));

/** Matches whose win has been celebrated, or was over when the page came. */
const celebrated = new Set(boot.v.phase === 'over' ? [boot.m] : []);

/**
 * A golden checker for the winner of a match; the first time it comes with a sound and a turn.
 * @param {import('./state.js').TableState} table
 */
function medal(table) {
  if (!celebrated.has(table.id)) {
    celebrated.add(table.id);
    sound('win');
  }
  const isNew = boot.v.phase !== 'over' && motion.on;
  return html`<i class="result-medal ${isNew ? 'turns' : ''}" aria-hidden="true"
    >${icon('cup')}</i
  >`;
}

/** @param {import('./state.js').TableState} table */
function score(table) {
  const v = table.view.value,
    { me } = table;
  return html`<p class="score">
    <span>${playedBy(table, me.value)}</span><b>${v.score[me.value]} : ${v.score[1 - me.value]}</b>
    <span>${nameOf(v, 1 - me.value)}</span>
  </p>`;
}

/**
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {() => void} close
 * @param {ReturnType<typeof again>} rematch
 * @param {{level: () => unknown, grades: () => ReturnType<typeof import('./grades.js').follow>|null, milestone:
 *   () => unknown}} late another level of the computer, what an analysis says, and a first of the viewer's
 */
function sheet(table, session, close, rematch, late) {
  const v = table.view.value,
    { result } = v,
    whole = table.sheet.value === 'match';
  if (!table.sheet.value || !result || result.how === 'stuck') return nothing;
  const winner = whole && (v.winner !== null || !v.length) ? v.winner : result.winner,
    lost = !table.local && table.you.value !== null && result.winner === 1 - table.you.value,
    isGain = table.addressed(result.winner ?? -1),
    decline = whole ? rematch.decline() : null,
    level = whole && isCounted(table) ? late.level() : nothing;
  const grades = whole && hasGame(v) ? late.grades() : null;
  const isWinner =
    whole && ((winner !== null && winner === table.you.value) || hasWonByDecision(table));
  const next =
    v.rotation.length > 1
      ? t('next_is', { game: t(`game_${v.rotation[v.game_no % v.rotation.length]}`) })
      : '';
  const which = `${t('game_number', { n: v.game_no })}: ${t(`game_${v.now}`)}`;
  const following = next ? html`<p class="next">${next}</p>` : nothing;
  return html`<div
    class="pane ${isBesideChat() ? 'talks' : ''}"
    role="dialog"
    aria-modal="false"
    aria-labelledby="outcome"
  >
    ${v.rotation.length > 1 ? html`<p class="which">${which}</p>` : nothing}
    ${isWinner ? medal(table) : nothing}
    <h2 id="outcome">${outcome(table, winner, whole)}</h2>
    ${how(table, result, whole, lost, isGain)}
    ${!isBoardGame(v) && result.how !== 'annulled' ? score(table) : nothing}
    ${whole && table.you.value !== null && !table.local && hasGame(v) ? late.milestone() : nothing}
    ${
      whole
        ? html`${gains(table)}
          ${table.room.value === 'table' ? (table.chat()?.besideResult() ?? nothing) : nothing}
          ${rematch.button()}${level}
          ${ofTournament.nextMatch(table, session)}${ofTournament.onwards(table)}${keepGame(table)}`
        : following
    }
    <div class="row even">
      ${whole ? exits(table, decline, close) : between(table, session, close)}
      ${grades?.step() ?? nothing}
    </div>
    ${grades?.shown() ?? nothing} ${whole ? further(table) : nothing}
  </div>`;
}

/** Whether the chat shares the column of the sheet, which then shows what is needed most. */
const isBesideChat = () => tab.value === 'chat' && !compact.value;

/**
 * Whether there is something to analyse.
 * @param {View} v
 */
const hasGame = ({ result }) => !['void', 'annulled'].includes(result?.how ?? '');

/**
 * Whether a director gave the viewer the match, or the tournament with it.
 * @param {import('./state.js').TableState} table
 */
const hasWonByDecision = (table) =>
  table.you.value !== null &&
  (table.tournament.value?.decision === 'won' || !!table.tournament.value?.won);

/**
 * The way to an account for a guest who played the match, and back to its replay.
 * @param {import('./state.js').TableState} table
 */
const keepGame = (table) =>
  table.you.value === null || table.view.value.rated || 'member' in document.body.dataset
    ? nothing
    : html`<p class="next">
        <a id="keep-game" href=${`/account/signup/?next=/t/${table.id}/replay`}
          >${t('keep_game')}</a
        >
      </p>`;

/**
 * Whether the viewer played it against the computer, and it counts.
 * @param {import('./state.js').TableState} table
 */
const isCounted = (table) =>
  table.you.value !== null && table.program(1 - table.you.value) && hasGame(table.view.value);

/**
 * The way back to the board and the way to another game.
 * @param {import('./state.js').TableState} table
 * @param {(() => void)|null} decline what closing the sheet declines
 * @param {() => void} close
 */
const exits = (table, decline, close) =>
  html`<button
      type="button"
      class="btn"
      id="close"
      @click=${() => {
        decline?.();
        close();
      }}
    >
      ${t(decline ? 'decline' : 'close')}
    </button>
    ${
      table.view.value.tournament
        ? tournamentButton(table)
        : html`<a
            class="btn ${table.you.value === null ? 'pri' : ''}"
            id="new"
            href=${`/new/${table.view.value.game}?as=${table.id}`}
            >${t('new_game')}</a
          >`
    }`;

/**
 * On to the next game; a money session may be ended here instead.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {() => void} close
 */
const between = (table, session, close) =>
  html`${
      table.view.value.length || table.you.value === null
        ? nothing
        : html`<button
            type="button"
            class="btn"
            id="finish"
            @click=${() => {
              session.do({ t: 'finish' }, false);
              close();
            }}
          >
            ${t('session_end')}
          </button>`
    }<button type="button" class="btn pri" id="next" @click=${close}>${t('next_game')}</button>`;

/**
 * How a game on squares ended: by a rule of the game, or by what somebody did.
 * @param {import('../protocol.js').Result} result
 */
function ending({ how, why }) {
  if (how === 'played') return t(`why_${why}`);
  if (how === 'draw') return t('by_agreement');
  return t(how === 'void' ? 'void_long' : `by_${how}`);
}

/**
 * What the winner gets and the loser pays.
 * @param {import('./state.js').TableState} table
 */
function settlementFacts(table) {
  const { settlement, winner, players } = table.view.value,
    v = table.view.value;
  if (v.stakes?.unit && !settlement) return html`<p class="how">${t('stake_returned')}</p>`;
  if (!settlement || winner === null) return nothing;
  const who = (/** @type {number} */ side) => (players[side] ? nameOf(v, side) : t('nobody'));
  return html`<dl class="facts result-facts">
    <dt>${term('stake', t('stake'))}</dt>
    <dd>${sum(settlement.stake)}</dd>
    ${
      settlement.fee
        ? html`<dt>${term('fee', t('fee'))}</dt>
            <dd>${sum(settlement.fee)}</dd>`
        : nothing
    }
    <dt>${who(winner)}</dt>
    <dd class="won">+${sum(settlement.won)}</dd>
    <dt>${who(1 - winner)}</dt>
    <dd class="lost">−${sum(settlement.lost)}</dd>
  </dl>`;
}

/**
 * What the match has changed of the ratings, once that is computed.
 * @param {import('./state.js').TableState} table
 */
function ratingChanges(table) {
  const changes = table.ratings.value?.changes ?? [],
    v = table.view.value;
  if (!changes.some(Boolean)) return nothing;
  const points = (/** @type {number} */ hundredths) => Math.round(hundredths / 100);
  const change = (/** @type {number} */ side) => {
    const [before, after] = changes[side] ?? [0, 0],
      gain = after - before,
      sign = gain < 0 ? '−' : '+';
    const gained = html`<b class=${gain < 0 ? 'lost' : 'won'}>${sign}${points(Math.abs(gain))}</b>`;
    return html`<dt>${t('rating')}: ${nameOf(v, side)}</dt>
      <dd>${gained} → ${points(after)}</dd>`;
  };
  return html`<dl class="facts result-facts" id="rated">
      ${[table.me.value, 1 - table.me.value].map(change)}
    </dl>
    ${table.ratings.value?.early ? html`<p class="how" id="early">${t('by_early')}</p>` : nothing}`;
}

/**
 * Why the viewer's rating changed by so much: how the opponent was rated beside them.
 * @param {import('./state.js').TableState} table
 */
function reason(table) {
  const { you, ratings } = table,
    changes = ratings.value?.changes;
  if (you.value === null || !changes) return nothing;
  const viewer = changes[you.value],
    opponent = changes[1 - you.value];
  if (!viewer || !opponent) return nothing;
  const above = Math.round((opponent[0] - viewer[0]) / 100),
    name = nameOf(table.view.value, 1 - you.value);
  if (!above) return html`<p class="how" id="rating-reason">${t('gains_equal', { name })}</p>`;
  const key = above > 0 ? 'gains_above' : 'gains_below';
  return html`<p class="how" id="rating-reason">${t(key, { name, n: Math.abs(above) })}</p>`;
}

/**
 * The way from changes of ratings to how they are computed.
 * @param {import('./state.js').TableState} table
 */
function ratingRules(table) {
  const { changes, early } = table.ratings.value ?? {};
  if (!changes?.some(Boolean)) return nothing;
  const page = `/rules/ratings${early ? '#early' : ''}`;
  return html`<a id="rating-rules" href=${page} target="_blank" rel="noopener"
    >${t('by_early_why')}</a
  >`;
}

/**
 * What the match brought, in one place: rating, credits, tournament.
 * @param {import('./state.js').TableState} table
 */
function gains(table) {
  const parts = [ratingChanges(table), settlementFacts(table), ofTournament.standing(table)].filter(
    (part) => part !== nothing,
  );
  if (!parts.length) return nothing;
  return html`<section class="result-gains" aria-labelledby="gains">
    <div>
      <h3 id="gains">${t(table.you.value === null ? 'gains_both' : 'gains_yours')}</h3>
      ${ratingRules(table)}
    </div>
    ${parts} ${reason(table)}
  </section>`;
}

/** The ways to learn the game that was played. */
function learning() {
  const { puzzles, lesson } = document.body.dataset;
  if (!puzzles && !lesson) return nothing;
  return html`<p class="result-learn">
    ${puzzles ? html`<a href=${puzzles}>${t('result_puzzles')}</a>` : nothing}
    ${lesson ? html`<a href=${lesson}>${t('result_lesson')}</a>` : nothing}
  </p>`;
}

/**
 * What can be done with a match that is over: its dice, replay, analysis and record.
 * @param {import('./state.js').TableState} table
 */
function further(table) {
  const c = checked.value,
    view = table.view.value,
    { result } = view;
  const formats = (document.body.dataset.formats ?? '')
    .split(/[\s,]+/)
    .filter((f) => f && f !== 'json');
  const file = (/** @type {string} */ format, /** @type {string} */ id) =>
    html`<a class="btn" id=${id} href=${`/t/${table.id}.${format}`} download>.${format}</a>`;
  return html`<div class="proof">
    ${
      isBoardGame(view)
        ? nothing
        : html`<button
            type="button"
            class="btn"
            id="verify"
            aria-expanded=${c !== null}
            ?disabled=${c?.good === null}
            @click=${() => (c ? (checked.value = null) : check(table))}
          >
            ${icon('seal')}<span>${t('verify')}</span>
          </button>`
    }
    <a class="btn" id="replay" href=${`/t/${table.id}/replay`}
      >${icon('eye')}<span>${t('replay')}</span></a
    >
    ${
      result?.how !== 'void'
        ? html`<a class="btn" id="analyse" href=${`/t/${table.id}/replay#analyse`}>
            ${icon('graph')}<span>${t('analyse')}</span></a
          >`
        : nothing
    }
    <div class="result-ways">
      <div class="files" role="group" aria-label=${t('record')}>
        <span>${icon('save')}<span>${t('record')}</span></span
        >${file('json', 'record')} ${formats.map((f) => file(f, `record-${f}`))}
      </div>
      ${c ? nothing : learning()}
    </div>
    ${c ? proof(c) : nothing}
  </div>`;
}

/** @param {{good: boolean|null, lines: string[]}} check */
function proof({ good, lines }) {
  const failed = good === false ? 'bad' : '';
  return html`<p id="proof" class=${good ? 'good' : failed} role="status">
    ${lines.map((line) => html`<span>${line}</span>`)}
  </p>`;
}
