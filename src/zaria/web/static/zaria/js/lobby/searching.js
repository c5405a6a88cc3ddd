/** The search that goes on: for what, how long, and what it accepts by now. It comes with the search. */
import { html, icon, nothing, stakeRange, t } from '../ui/dom.js';
import { clock } from '../live/search.js';
import { matchText } from './match_choice.js';
import { inShort, others } from './quick.js';
import { widening } from './widening.js';

/**
 * What stands in the place of the box while the search goes on. Who searches for the same game in
 * another way can be answered.
 * @param {import('./quick.js').Quick} quick
 * @param {Pick<import('./quick.js').Offers, 'seeks'|'join'>} offers
 * @param {number} _tick so that the time goes on
 */
export function searching(quick, { seeks, join }, _tick) {
  const search = quick.wanted.value,
    { usual } = quick;
  if (!search) return nothing;
  const { game, speed, length = 1 } = search,
    near = seeks.filter((seeker) => seeker.game === game && !isSame(seeker, search)),
    count = quick.others.value,
    stakes = quick.stakes.value;
  const rated = (search.rated || search.stake) && quick.member ? ` · ${t('rated')}` : '';
  // read out when it changes, but not every second
  return html`<p class="searching" role="status">
      <b>${t('searching')}</b>
      <time aria-hidden="true">${clock(performance.now() - quick.since)}</time>
      <small
        >${t(`game_${game}`)}, ${inShort(usual, game, speed, search)}${rated}
        ${stakes ? html` · ${t('stake')}: ${stakeRange(stakes, length)}` : nothing}
        ${count ? html` · ${t('others_search', { n: count })}` : nothing}</small
      >
      ${acceptedNow(quick)}
    </p>
    ${near.length ? html`<div class="others">${others(near, quick.member, join)}</div>` : nothing}
    ${widening(quick)}
    <button type="button" class="btn" id="unseek" @click=${() => quick.stop()}>
      ${t('cancel')}
    </button>
    ${
      search.stake
        ? nothing
        : html`<button class="btn" id="meanwhile" form="one-tap" name="game" value=${game}>
            ${icon('bot')}${t('computer_meanwhile')}
          </button>`
    }`;
}

/**
 * Whether a search is for the same as that of the visitor.
 * @param {import('../protocol.js').Seeker} seeker
 * @param {import('../live/search.js').Wanted} search
 */
const isSame = (seeker, { speed, length = 1, cube = false }) =>
  seeker.speed === speed && (seeker.length ?? 1) === length && (seeker.cube ?? false) === cube;

/**
 * What the search accepts by now, besides what it was begun for.
 * @param {import('./quick.js').Quick} quick
 */
function acceptedNow(quick) {
  if (quick.often.value) return html`<small class="also">${t('met_often')}</small>`;
  const { speeds, lengths, games } = quick.accepted.value;
  const parts = [
    ...speeds.map((speed) => t(`speed_${speed}`)),
    ...lengths.map((length) => matchText({ length }) || t('one_game')),
    ...games.map((game) => t(`game_${game}`)),
  ];
  return parts.length
    ? html`<small class="also">${t('also_accepted', { what: parts.join(', ') })}</small>`
    : nothing;
}
