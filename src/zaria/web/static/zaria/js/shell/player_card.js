/** The card of a player: picture, name, rating, score and clock. */
import { html, icon, nothing, t, portrait, flag } from '../ui/dom.js';
import { nameOf } from './announcer.js';
import { clockState, clockFace } from './clock.js';
import { absence } from './sheets.js';

/** @param {number} side */
export const colour = (side) => (side ? 'dk' : 'lt');

/**
 * A player's picture, which leads to a member's profile.
 * @param {View['players'][number]} player
 * @param {string} name
 * @param {string} kind its class
 */
function avatar(player, name, kind) {
  const style = `background:${player?.colour ?? 'var(--surface2)'}`;
  const initial = player ? name[0] : '?';
  const inside = html`${player?.bot ? icon('bot') : initial}${portrait(player)}`;
  return player?.member
    ? html`<a
        class=${kind}
        href=${`/@${player.name}`}
        target="_blank"
        rel="noopener"
        tabindex="-1"
        aria-hidden="true"
        .style=${style}
        >${inside}</a
      >`
    : html`<div class=${kind} .style=${style}>${inside}</div>`;
}

/**
 * A player's name: a member's leads to the profile, the computer's says which engine plays.
 * @param {View['players'][number]} player
 * @param {string} name
 */
function playerName(player, name) {
  if (!player?.member) return html`<span title=${player?.bot ? t('engine') : ''}>${name}</span>`;
  return html`<a href=${`/@${name}`} target="_blank" rel="noopener">${name}</a>`;
}

/** @param {number|null|undefined} rating in hundredths */
function ratingBadge(rating) {
  if (!rating) return nothing;
  return html`<small class="rating" title=${t('rating')}>${Math.round(rating / 100)}</small>`;
}

/** @param {number} others spectators besides the viewer */
const crowdBadge = (others) =>
  html`<small class="crowd" id="crowd" title=${t('crowd', { n: others })}
    >${icon('eye')}${others}</small
  >`;

/**
 * The points that a side has, of those that the match is played to.
 * @param {View} v
 * @param {number} side
 */
const points = (v, side) =>
  html`<span class="pts" title=${t('score')}>${v.score[side]}<small>/${v.length}</small></span>`;

/**
 * @param {import('./state.js').TableState} table
 * @param {0|1} rel 0 is the viewer's card
 * @param {number} now the server's time
 * @param {unknown} sub the line below the name
 * @param {unknown} [extra] a button before the clock
 */
export function card(table, rel, now, sub, extra = nothing) {
  const v = table.view.value,
    side = rel ? 1 - table.me.value : table.me.value;
  const player = v.players[side],
    clock = clockState(table.latest.value.clocks, side, now);
  const kept = !player && v.phase === 'open' && table.kept.value && table.seat.value === side;
  const name = kept ? t('you') : nameOf(v, side);
  const rating = table.ratings.value?.now[side];
  // a spectator does not count themselves
  const others = table.crowd.value - (table.you.value === null ? 1 : 0);
  const crowd = rel && others > 0 && v.phase !== 'open';
  const late = table.away.value.length ? absence(side) : nothing;
  return html`${avatar(player, name, `av ${colour(side)} ${player ? '' : 'none'}`)}
    <div class="name">
      ${[
        playerName(player, name),
        flag(player),
        player?.robot ? icon('bot') : nothing,
        ratingBadge(rating),
        crowd ? crowdBadge(others) : nothing,
      ]}
    </div>
    <div class="sub">
      ${v.length > 1 ? points(v, side) : nothing}${late === nothing ? sub : late}
    </div>
    ${extra} ${clock ? clockFace(clock) : nothing}`;
}

/**
 * What a move was forgiven, where it is worth telling.
 * @param {LogLine} line
 */
export function lagBadge({ lag = 0 }) {
  if (lag < 50) return nothing;
  const n = (lag / 1000).toFixed(1);
  return html`<small class="lag" title=${t('lag_long', { n })}>${t('lag', { n })}</small>`;
}
