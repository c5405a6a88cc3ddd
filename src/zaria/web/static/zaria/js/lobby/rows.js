/** The lists of the lobby, drawn: the same rows that the server drew first. */
import { clockText, flag, html, icon, nothing, portrait, stakeRange, t } from '../ui/dom.js';
import { dateLocale } from '../ui/date_locale.js';
import { address } from './lobby.js';
import { clock } from '../live/search.js';
import { matchText } from './match_choice.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./lobby.js').Card} Card
 */
/**
 * @typedef {import('./lobby.js').Person} Person
 * @typedef {import('./lobby.js').Seeker} Seeker
 */
/** What the rows need of the page: `me` and `search` name the reader and their search. */
/**
 * @typedef {{info: (e: Event, id: string) => void, join: (seeker: Seeker) => void, mine: (id: string)
 * => boolean, me: string, search: string, last: string, member: boolean, friends: Set<string>}} Doings
 */

const TABS = /** @type {const} */ (['open', 'playing', 'people']);
const SPEEDS = /** @type {const} */ (['fast', 'normal', 'slow', 'unlimited', 'days']);

/**
 * Names of lists and how long they are.
 * @param {Lobby} lobby
 * @param {(e: Event, what: typeof TABS[number]) => void} choose
 */
export const tabs = (lobby, choose) =>
  TABS.map((tab) => {
    const n = { open: lobby.open, playing: lobby.playing, people: lobby.online }[tab].value;
    const go = (/** @type {Event} */ e) => choose(e, tab);
    return html`<a
      href=${`${address({ ...lobby.query.value, what: tab, page: 0 })}#hall`}
      data-list=${tab}
      aria-current=${lobby.query.value.what === tab ? 'true' : nothing}
      @click=${go}
      >${t(`list_${tab}`)}<span class="count">${n}</span></a
    >`;
  });

/**
 * @param {Lobby} lobby
 * @param {readonly string[]} games
 */
export function filters(lobby, games) {
  const { query } = lobby,
    q = query.value,
    n = q.what === 'playing' ? 1 : 0;
  if (q.what === 'people') return nothing;
  const set = (/** @type {'game'|'speed'|'stakes'} */ name) =>
    chosen((value) => lobby.turn({ [name]: value }));
  const many = (/** @type {string} */ id) =>
    lobby.counts.value[id]?.[n] ? ` (${lobby.counts.value[id][n]})` : '';
  return html`<select name="game" aria-label=${t('game')} @change=${set('game')}>
      <option value="">${t('every_game')}</option>
      ${games.map((id) => html`<option value=${id} ?selected=${q.game === id}>${t(`game_${id}`)}${many(id)}</option>`)}
    </select>
    <select name="speed" aria-label=${t('tempo')} @change=${set('speed')}>
      <option value="">${t('every_speed')}</option>
      ${SPEEDS.map(
        (speed) =>
          html`<option value=${speed} ?selected=${q.speed === speed}>
            ${t(`speed_${speed}`)}
          </option>`,
      )}
    </select>
    <select name="stakes" aria-label=${t('stake')} @change=${set('stakes')}>
      <option value="">${t('any_stakes')}</option>
      ${['with', 'without'].map(
        (option) =>
          html`<option value=${option} ?selected=${q.stakes === option}>
            ${t(`stakes_${option}`)}
          </option>`,
      )}
    </select>`;
}

/**
 * @param {Lobby} lobby
 * @param {number} now the server's time
 * @param {Doings} doings
 */
export function list(lobby, now, doings) {
  const { what: tab } = lobby.query.value,
    entries = friendsFirst(
      lobby.ids.value.flatMap((id) => lobby.known.get(id) ?? []),
      doings,
    );
  const seeks = friendsFirst(lobby.searching, doings);
  if (!entries.length && !seeks.length) return none(tab, doings.last);
  const table = (/** @type {Card} */ card) => {
    const ratings = lobby.ratings.get(card.id) ?? [];
    return tab === 'open' ? open(card, now, doings, ratings) : playing(card, now, doings, ratings);
  };
  return html`<ul>
    ${seeks.map((search) => seeker(search, doings))}${entries.map((entry) =>
      'handle' in entry ? person(entry, doings) : table(entry),
    )}
  </ul>`;
}

/**
 * What stands in the place of an empty list: a board on which nobody plays, and the way to a table.
 * @param {string} tab
 * @param {string} game
 */
const none = (tab, game) =>
  html`<div class="empty-place none">
    <svg class="mini ghost" viewBox="0 0 150 110" aria-hidden="true"><use href="#mb" /></svg>
    <p>${t(`none_${tab}`)}</p>
    <a class="btn" href=${`/new/${game}`}>${t('set_table')}</a>
  </div>`;

/**
 * The entries of a page in their order, those of the reader's friends before all others.
 * @template {Card|Person|Seeker} T
 * @param {readonly T[]} entries
 * @param {Doings} doings
 */
function friendsFirst(entries, { friends }) {
  const hasNoFriend = (/** @type {Card|Person|Seeker} */ entry) => {
    /** @type {readonly (import('../protocol.js').PlayerInfo|Person|Seeker|null)[]} */
    const people = 'players' in entry ? entry.players : [entry];
    return !people.some((who) => who?.member && friends.has(who.name ?? ''));
  };
  return [...entries].sort((a, b) => Number(hasNoFriend(a)) - Number(hasNoFriend(b)));
}

/**
 * The way through a long list.
 * @param {Lobby} lobby
 */
export function pager(lobby) {
  const { page } = lobby.query.value,
    last = lobby.last.value;
  if (!last) return nothing;
  const go = (/** @type {number} */ to) => lobby.turn({ page: to });
  return html`<button
      type="button"
      class="btn quiet sq"
      aria-label=${t('earlier')}
      ?disabled=${page === 0}
      @click=${() => go(page - 1)}
    >
      ${icon('back')}
    </button>
    <span>${t('page_of', { n: page + 1, all: last + 1 })}</span>
    <button
      type="button"
      class="btn quiet sq on"
      aria-label=${t('further')}
      ?disabled=${page >= last}
      @click=${() => go(page + 1)}
    >
      ${icon('back')}
    </button>`;
}

/**
 * What somebody plays who searches, in a line.
 * @param {Seeker} search
 * @param {boolean} member the reader is one
 */
export const wanted = (search, member) =>
  [
    matchText(search),
    clockText(search.clock),
    search.rated && member ? t('rated') : '',
    search.stakes ? `${t('stake')}: ${stakeRange(search.stakes, search.length ?? 1)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * Somebody who searches for an opponent.
 * @param {Seeker} search
 * @param {Doings} doings
 */
function seeker(search, doings) {
  const named = search.name ? { ...search, name: search.name, colour: search.colour ?? '' } : null,
    isOwn = search.id === doings.search;
  return html`<li class="row seek" id=${`s-${search.id}`}>
    ${arms(named)}
    <div class="who">
      <b>${named ? called(named) : t('somebody')}</b>
      <small>${about(named, search.rating)}<span class="looks">${t('is_searching')}</span></small>
    </div>
    <div class="what">
      <b>${t(`game_${search.game}`)}</b><small>${wanted(search, doings.member)}</small>
    </div>
    ${isOwn ? html`<span class="idle">${t('you')}</span>` : answer(search, doings)}
  </li>`;
}

/**
 * The way to play with somebody who searches; for a stake members alone do.
 * @param {Seeker} search
 * @param {Doings} doings
 */
const answer = (search, doings) =>
  search.stakes && !doings.member
    ? html`<a class="btn" href="/account/login/?next=/" title=${t('members_only')}
        >${t('sign_in')}</a
      >`
    : html`<button type="button" class="btn go" @click=${() => doings.join(search)}>
        ${t('play')}
      </button>`;

/**
 * @param {Card} card
 * @param {number} now
 * @param {Doings} doings
 * @param {readonly (number|null)[]} ratings
 */
function open(card, now, doings, ratings) {
  const host = card.players[0] ?? card.players[1],
    isOwn = doings.mine(card.id);
  const way =
    card.rated && !doings.member
      ? html`<a class="btn" href=${`/account/login/?next=/t/${card.id}`} title=${t('members_only')}
          >${t('sign_in')}</a
        >`
      : html`<a class="btn go" href=${`/t/${card.id}${isOwn || !whole(card) ? '' : '#sit'}`}>
          ${t(isOwn ? 'go_back' : 'play')}</a
        >`;
  return html`<li class="row" id=${`m-${card.id}`}>
    ${arms(host)}
    <div class="who">
      <b>${host ? called(host) : t('nobody')}</b>
      <small>${about(host, ratings[0] ?? ratings[1])}</small>
    </div>
    ${terms(card, doings)}${stake(card)}
    <time class="left">${card.until ? clock(card.until - now) : ''}</time
    >${info(card, doings)}${way}
  </li>`;
}

/**
 * Whether a row shows all agreed terms: else the accepting player sees the rest first.
 * @param {Card} card
 */
const whole = ({ more, options, stakes: agreed }) =>
  !more &&
  !Object.keys(options ?? {}).length &&
  !agreed?.most &&
  (agreed?.fee ?? 'none') === 'none';

/**
 * @param {Card} card
 * @param {number} now
 * @param {Doings} doings
 * @param {readonly (number|null)[]} ratings
 */
function playing(card, now, doings, ratings) {
  const [first, second] = card.players,
    isOwn = doings.mine(card.id);
  const score =
    (card.length ?? 1) !== 1 ? html` · ${card.score?.[0] ?? 0} : ${card.score?.[1] ?? 0}` : nothing;
  const both = ratings.length
    ? html` ·
        <span title=${t('rating')}>${ratings.map((rating) => rating ?? '–').join(' : ')}</span>`
    : nothing;
  return html`<li class="row two" id=${`m-${card.id}`}>
    <span class="both">${arms(first)}${arms(second)}</span>
    <div class="who">
      <b>${first && called(first)} – ${second && called(second)}</b>
      <small>${began(card.since, now)}${score}${both}</small>
    </div>
    ${terms(card, doings)}${stake(card)}<span></span>${info(card, doings)}
    <a class="btn ${isOwn ? 'go' : ''}" href=${`/t/${card.id}`}
      >${t(isOwn ? 'go_back' : 'watch')}</a
    >
  </li>`;
}

/**
 * When a game began, by the reader's clock; its title says how long ago.
 * @param {number} since
 * @param {number} now
 */
function began(since, now) {
  const then = new Date(since),
    today = then.toDateString() === new Date(now).toDateString();
  const time = then.toLocaleString(dateLocale, {
    ...(today ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const ago = t('minutes_ago', { n: Math.max(0, Math.floor((now - since) / 60000)) });
  return html`<time datetime=${then.toISOString()} title=${ago}>${t('since', { time })}</time>`;
}

/**
 * @param {Person} person
 * @param {Doings} doings
 */
function person(person, doings) {
  const isOwn = person.handle === doings.me,
    { table } = person;
  // a guest finds on a member's page whether that member takes their invitations
  const barred = person.member && !doings.member;
  const invitation = html`<a class="btn" href=${`/new?to=${person.handle}`}>${t('invite')}</a>`;
  return html`<li class="row one">
    ${arms(person)}
    <div class="who">
      <b>${called(person)}${isOwn ? html` <small class="own">${t('you')}</small>` : nothing}</b>
      <small>${about(person, person.rating)}${table ? html` ${t('is_playing')}` : nothing}</small>
    </div>
    ${table ? html`<a class="btn quiet" href=${`/t/${table}`}>${t('watch')}</a>` : html`<span></span>`}
    ${isOwn || barred ? html`<span></span>` : invitation}
  </li>`;
}

/**
 * @typedef {{name: string, colour: string, bot?: string|null, member?: boolean, robot?: boolean,
 * country?: string, face?: string}} Who
 */

/**
 * A player's colour and picture, which lead to a member's page as the name does.
 * @param {Who|null|undefined} who
 */
const arms = (who) => {
  const style = `background:${who?.colour ?? 'var(--well)'}`;
  const inside = html`${who?.bot ? icon('bot') : (who?.name[0] ?? '?')}${portrait(who)}`;
  return who?.member
    ? html`<a class="arms" href=${`/@${who.name}`} tabindex="-1" aria-hidden="true" .style=${style}
        >${inside}</a
      >`
    : html`<i class="arms" .style=${style}>${inside}</i>`;
};

/**
 * A program's level where it has one, else the name.
 * @param {Who} who
 */
const nameOf = (who) => {
  if (!who.bot) return who.name;
  const [, level, half] = /^level(\d)(\.5)?$/.exec(who.bot) ?? [];
  return level ? `Zaria\u00a0· ${t(`level${level}`)}${half ? '\u00a0+' : ''}` : 'Zaria';
};

/**
 * A name, which leads to a member's page; a program of somebody's is marked.
 * @param {Who} who
 */
const called = (who) =>
  html`${who.member ? html`<a href=${`/@${who.name}`}>${who.name}</a>` : nameOf(who)}
  ${who.robot ? html`<span class="robot" title=${t('robot')}>${icon('bot')}</span>` : nothing}`;

/**
 * @param {Who|null|undefined} who
 * @param {number|null|undefined} rating
 */
const about = (who, rating) =>
  html`${flag(who)} ${rating ? html`<span title=${t('rating')}>${rating}</span>` : nothing}`;

/**
 * What is played, and how; a tap shows all of it. A clock by the day is in short: a pool ends with a plus.
 * @param {Card & { clock?: any }} card
 * @param {Doings} doings
 */
function terms(card, doings) {
  const show = (/** @type {Event} */ e) => doings.info(e, card.id),
    length = card.length ?? 1;
  const parts = [
    length > 1 ? t('to_points', { n: length }) : '',
    length ? '' : t('session'),
    card.speed === 'days'
      ? `${t('speed_days')}: ${card.clock.days ?? `${card.clock.pool[0]}+`}`
      : clockText(card.clock),
    card.cube ? t('cube') : '',
    card.more || card.options ? t('own_rules') : '',
    card.rated ? t('rated') : '',
    welcomesOffers(card, doings) ? t('offers_welcome') : '',
  ];
  return html`<a class="what" href=${`/t/${card.id}/terms`} @click=${show}
    ><b>${t(`game_${card.game}`)}</b> <small>${parts.filter(Boolean).join(' · ')}</small></a
  >`;
}

/**
 * Whether the reader may offer other terms for a table.
 * @param {Card} card
 * @param {Doings} doings
 */
const welcomesOffers = (card, { member, mine: isOwn }) =>
  member && card.state === 'open' && !isOwn(card.id) && card.players.some((host) => host?.member);

/** @param {Card} card */
const stake = ({ stakes, length }) =>
  html`<span class="stake"
    >${stakes ? stakeRange({ ...stakes, unit: '' }, length ?? 1) : ''}</span
  >`;

/**
 * @param {Card} card
 * @param {Doings} doings
 */
function info(card, doings) {
  const show = (/** @type {Event} */ e) => doings.info(e, card.id);
  return html`<a
    class="btn quiet sq info"
    href=${`/t/${card.id}/terms`}
    title=${t('info')}
    aria-label=${t('info')}
    @click=${show}
    >i</a
  >`;
}

/**
 * What to do when something is chosen from a list.
 * @param {(value: string) => void} take
 */
export const chosen = (take) => (/** @type {Event} */ e) =>
  take(/** @type {HTMLSelectElement} */ (e.target).value);
