/** All that the players agreed on, and the seal of the dice. */
import { amount, clockText, html, icon, nothing, t } from '../ui/dom.js';
import { nameOf } from './announcer.js';
import { length } from './open_terms.js';
import { tournament } from './match_tournament.js';
import { isBoardGame } from './state.js';

/**
 * The cube and all that goes with it.
 * @param {View} v
 */
function cubeTerms(v) {
  if (!v.cube_on) return [t('no')];
  const parts = [t(v.length > 1 && v.crawford_rule ? 'crawford' : 'yes')];
  if (v.raises === 'add') parts.push(t('raises_add'));
  if (v.beaver) parts.push(t(v.raccoon ? 'with_raccoon' : 'with_beaver'));
  if (v.jacoby) parts.push(t('with_jacoby'));
  if (v.auto_doubles) parts.push(t('with_auto', { n: v.auto_doubles }));
  return parts;
}

/** The usual fees in hundredths of a per cent: those of terms that name no rate. */
const RATES = { none: 0, pot: 500, profit: 1000 };

/**
 * The stakes of a match, its fee, and what each side sets aside.
 * @param {View} v
 */
function stakes({ stakes: s, length }) {
  if (!s) return [];
  const most = s.unit && length > 1 ? null : s.most,
    fee = s.fee ?? 'none',
    rate = (s.rate ?? RATES[fee]) / 100;
  const parts = [amount(s.stake, s.unit)];
  if (most && most !== s.stake) parts.push(t('at_most', { n: amount(most, s.unit) }));
  if (rate) {
    parts.push(t(`fee_${fee}`, { n: rate.toLocaleString(document.documentElement.lang) }));
  }
  if (s.unit) parts.push(t('stake_held', { n: amount(most ?? s.stake, s.unit) }));
  return parts;
}

/**
 * The way to the explanation of stakes, in another tab: the table stays open.
 * @param {string} look class of the link
 */
const explanation = (look) =>
  html`<a class=${look} href="/rules/credits" target="_blank" rel="noopener"
    >${t('stakes_explained')}</a
  >`;

/**
 * Whether the visitor may sit down for stakes that the club pays, and has never staked before.
 * @param {View} v
 */
const firstStakes = (v) =>
  v.phase === 'open' && !!v.stakes?.unit && 'newToStakes' in document.body.dataset;

const lines = (/** @type {string[]} */ parts) => parts.map((part) => html`<div>${part}</div>`);

/**
 * @param {string} name
 * @param {string|number|boolean} value
 */
const option = (name, value) => {
  if (name === 'start_number' && typeof value === 'number') return value;
  return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : t(`${name}_${value}`);
};

/**
 * Whether the match counts, as one for a paid stake always does; `left`: how many rated matches its
 * players may still begin today.
 * @param {View} v
 * @param {number|null|undefined} remaining
 */
function rating(v, remaining) {
  if (v.unrated || (v.rated && !v.stakes?.unit && remaining === 0)) {
    return html`<dt>${t('rating')}</dt>
      <dd class="unrated">${t('unrated_pair', { n: v.a_day ?? 0 })}</dd>`;
  }
  return v.rated
    ? html`<dt>${t('rating')}</dt>
        <dd>${t('rated')}</dd>`
    : nothing;
}

/**
 * The games that take turns, with a line under the one that is played.
 * @param {View} v
 */
const rotation = (v) =>
  v.rotation.map((id, i) => {
    const name = t(`game_${id}`);
    return [i ? ', ' : '', id === v.now ? html`<u>${name}</u>` : name];
  });

/** @param {[number, number]} score that each side has before the first game */
const handicap = ([light, dark]) =>
  t('handicap_long', { side: t(dark ? 'dark' : 'light'), n: light || dark });

/**
 * What the players agreed on; `left`: see `rating`.
 * @param {View} v
 * @param {number|null} [remaining]
 */
const agreedTerms = (v, remaining) =>
  html`<dt>${t('game')}</dt>
    <dd>${t(`game_${v.game}`)}</dd>
    ${
      v.rotation.length > 1
        ? html`<dt>${t('rotation')}</dt>
            <dd>${rotation(v)}</dd>`
        : nothing
    }
    ${
      isBoardGame(v)
        ? nothing
        : html`<dt>${t('length')}</dt>
            <dd>${length(v)}</dd>
            <dt>${t('cube')}</dt>
            <dd>${lines(cubeTerms(v))}</dd>`
    }
    ${
      v.start_score
        ? html`<dt>${t('handicap')}</dt>
            <dd>${handicap(v.start_score)}</dd>`
        : nothing
    }
    ${
      v.stakes
        ? html`<dt>${t('stake')}</dt>
            <dd>
              ${lines(stakes(v))}${v.stakes.unit && !firstStakes(v) ? explanation('') : nothing}
            </dd>`
        : nothing
    }
    <dt>${t('clock')}</dt>
    <dd>${clockText(v.clock_terms)}</dd>
    ${
      isBoardGame(v)
        ? nothing
        : html`<dt>${t('home_side')}</dt>
            <dd>${t(v.mirror ? 'left' : 'right')}</dd>`
    }
    ${
      v.training
        ? html`<dt>${t('training')}</dt>
            <dd>${t('yes')}</dd>`
        : nothing
    }
    ${
      v.local
        ? html`<dt>${t('local')}</dt>
            <dd>${t('yes')}</dd>`
        : nothing
    }
    ${rating(v, remaining)}
    ${
      v.from_position
        ? html`<dt>${t('from_position')}</dt>
            <dd>${t('yes')}</dd>`
        : nothing
    }
    ${Object.entries(v.options).map(
      ([name, value]) =>
        html`<dt>${t(name)}</dt>
          <dd>${option(name, value)}</dd>`,
    )}`;

/**
 * The side on which the visitor would play, as the form of a new table calls it.
 * @param {import('./state.js').TableState} table
 */
const side = (table) => {
  const squares = isBoardGame(table.view.value),
    dark = !!table.seat.value;
  return html`<dt>${t(squares ? 'your_pieces' : 'your_colour')}</dt>
    <dd>${t(`${squares ? 'pieces_' : ''}${dark ? 'dark' : 'light'}`)}</dd>`;
};

/**
 * The terms beside the button that accepts them; above them what a first stake needs to be known.
 * @param {import('./state.js').TableState} table
 */
export const offeredTerms = (table) => {
  const v = table.view.value;
  return html`${firstStakes(v) ? explanation('btn') : nothing}
    <dl class="facts">${agreedTerms(v, table.left)}${side(table)}</dl>
    <a class="btn quiet" href=${`/rules/${v.game}`} target="_blank" rel="noopener"
      >${t('how_to_play')}</a
    >`;
};

/** @param {import('./state.js').TableState} table */
export function terms(table) {
  const v = table.view.value,
    seed = (/** @type {0|1} */ s) =>
      v.seeds[s] &&
      html`<dt>${t('seed', { name: nameOf(v, s) })}</dt>
        <dd><code>${v.seeds[s]}</code></dd>`;
  const facts = html`<dl class="facts">
    ${
      table.tournament.value
        ? html`<dt>${t('tournament_label')}</dt>
            <dd>${tournament(table)}</dd>`
        : nothing
    }${v.players.map((player, side) =>
      player?.bot && t('engine')
        ? html`<dt>${nameOf(v, side)}</dt>
            <dd>${t('engine')}</dd>`
        : nothing,
    )}${agreedTerms(v)}
  </dl>`;
  const others = v.players.some((player, side) => player?.member && side !== table.you.value),
    treats =
      others && !v.training && 'member' in document.body.dataset
        ? html`<p class="all">
            <a href=${`/treats?match=${table.id}`} target="_blank" rel="noopener"
              >${t('treat_send')}</a
            >
          </p>`
        : nothing;
  if (isBoardGame(v)) return [facts, treats];
  return html`${facts}${treats}
    <h3>${icon('seal')}${t('sealed')}</h3>
    <p class="small">${t('seal_long')} <a href="/verify">${t('how')}</a></p>
    <dl class="facts long">
      <dt>${t('seal')}</dt>
      <dd><code>${v.seal}</code></dd>
      ${seed(0)}${seed(1)}
      ${
        v.secret
          ? html`<dt>${t('secret')}</dt>
              <dd><code>${v.secret}</code></dd>`
          : nothing
      }
    </dl>`;
}
