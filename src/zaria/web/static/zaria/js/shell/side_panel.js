/** What stands beside the board: the cards of the players with their clocks, and the panel. */
import { effect, signal } from '@preact/signals-core';
import { html, icon, nothing, t, portrait, flag, lazy } from '../ui/dom.js';
import { nameOf, say, sound } from './announcer.js';
import { compact, menu } from './controls.js';
import { clockState, digits } from './state.js';
import { tournament } from './match_tournament.js';

/** @param {number} side */
export const colour = (side) => (side ? 'dk' : 'lt');

/** The badges of light and dark where both share one device, and one player sits for both. */
const LOCAL_BADGES = ['#8a6420', '#3a3633'];

/**
 * A player's picture, which leads to a member's profile.
 * @param {View['players'][number]} player
 * @param {string} name
 * @param {string} kind its class
 */
function avatar(player, name, kind) {
  const style = `background:${player?.colour ?? 'var(--well)'}`;
  const initial = kind.endsWith(' none') ? '?' : name[0];
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
 * The points that a side has, of those that the match is played to; a money session has no end.
 * @param {View} v
 * @param {number} side
 */
const points = (v, side) =>
  html`<span class="pts" title=${t('score')}
    >${v.score[side]}${v.length ? html`<small>/${v.length}</small>` : nothing}</span
  >`;

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
  const seated = v.players[side],
    player = table.local && seated ? { ...seated, colour: LOCAL_BADGES[side] } : seated,
    clock = clockState(table.latest.value.clocks, side, now);
  const isReserved = !player && v.phase === 'open' && table.kept.value && table.seat.value === side;
  const awaited = rel && !player && v.phase === 'open' && table.opponent?.name;
  const name = isReserved ? t('you') : awaited || nameOf(v, side);
  const rating = table.ratings.value?.now[side];
  // a spectator does not count themselves
  const others = table.crowd.value - (table.you.value === null ? 1 : 0);
  const crowd = rel && others > 0 && v.phase !== 'open';
  const late = table.away.value.length ? table.absenceLine(side) : nothing;
  const line = late === nothing ? sub : late;
  const takeback = rel ? nothing : (table.takeback()?.request() ?? nothing);
  return html`${avatar(player, name, `av ${colour(side)}${player || isReserved ? '' : ' none'}`)}
    <div class="name">
      ${[
        playerName(player, name),
        flag(player),
        player?.robot ? icon('bot') : nothing,
        ratingBadge(rating),
        table.treats.value[0] ? treats()?.(table, side, now) : nothing,
        crowd ? crowdBadge(others) : nothing,
      ]}
    </div>
    <div class="sub">
      ${v.length !== 1 ? points(v, side) : nothing}${line}${rel ? table.vacation.value : nothing}
    </div>
    ${
      extra === nothing || takeback === nothing
        ? [extra, takeback]
        : html`<div class="extras">${extra}${takeback}</div>`
    }
    ${clock ? clockFace(clock, table.isByDay) : nothing}`;
}

/**
 * What a move was forgiven, where it is worth telling.
 * @param {LogLine} line
 */
function lagBadge({ lag = 0 }) {
  if (lag < 50) return nothing;
  const language = document.documentElement.lang,
    n = (lag / 1000).toLocaleString(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
  return html`<small class="lag" title=${t('lag_long', { n })}>${t('lag', { n })}</small>`;
}

/**
 * The sign of an act that was agreed in advance, or of the only one, in a game by the day.
 * @param {LogLine} line
 */
const aheadMark = ({ ahead }) =>
  ahead ? html` <small class="lag" title=${t(`ahead_${ahead}`)}>»</small>` : nothing;

/**
 * A line of the list of moves; a tap shows the position after it.
 * @param {number} number from 1
 * @param {boolean} isShown whether the board shows it
 * @param {string} text
 * @param {LogLine} line
 */
export const lineButton = (number, isShown, text, line) =>
  html`<button
    type="button"
    tabindex="-1"
    data-line=${number}
    class=${isShown ? 'now' : ''}
    aria-current=${isShown ? 'true' : nothing}
  >
    ${text}${lagBadge(line)}${aheadMark(line)}
  </button>`;

/**
 * @param {ClockState} clock
 * @param {boolean} byDay
 */
function clockFace(clock, byDay) {
  const { bank, delay, running } = clock,
    kind = `${running && clock.left <= 10000 ? ' low' : ''}${byDay ? ' days' : ''}`;
  return html`<div class=${`clock${kind}`} role="timer">
      <span>${byDay ? days()?.dayTime(clock.left) : digits(bank || delay)}</span>
      <small>${running && delay && bank ? `+${Math.ceil(delay / 1000)}` : ''}</small>
    </div>
    <i class="fuse" .style=${`transform:scaleX(${running ? clock.part.toFixed(3) : 0})`}></i>`;
}

/**
 * Clocks that run, and the warning before the end.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {() => void} tick
 */
export function runClocks(table, session, tick) {
  let warned = -1;
  effect(() => {
    const { clocks } = table.latest.value,
      running = clocks?.running ?? null;
    if (!clocks || running === null || table.paused.value) return undefined;
    const beat = () => {
      tick();
      const ownClock = table.you.value === running && clockState(clocks, running, session.now);
      if (ownClock && ownClock.left <= 10000 && warned !== clocks.since) {
        warned = clocks.since;
        sound('time');
        say(t('ten_seconds'));
      }
    };
    queueMicrotask(beat);
    const timer = setInterval(beat, 250);
    return () => clearInterval(timer);
  });
}

const days = lazy(() => import('./day_time.js'));

const treats = lazy(() => import('./treats.js').then((m) => m.load()));

const TABS = /** @type {const} */ (['moves', 'chat', 'terms', 'settings']);

/** The time and the dice of a game, once one has begun. */
export const totals = lazy(() => import('./totals.js'));

const terms = lazy(() => import('./terms.js')),
  settingsPanel = lazy(() => import('./settings_panel.js'));

export const tab = signal(/** @type {typeof TABS[number]} */ ('moves'));

/** The tab that was open before the chat. */
let tabBefore = tab.peek();

/**
 * Open the chat. The menu of a phone then opens as before it: with its tools, such as resigning, which the
 * chat has no room for.
 */
export function openChat() {
  if (tab.value !== 'chat') tabBefore = tab.value;
  tab.value = 'chat';
  if (!compact.value) return;
  menu.value = true;
  const closed = effect(() => {
    if (menu.value) return;
    if (tab.peek() === 'chat') tab.value = tabBefore;
    queueMicrotask(() => closed());
  });
}

/** Leave the chat for what was there before it. */
export const closeChat = () => {
  tab.value = tabBefore;
};

/**
 * The panel of the open tab, whose script is fetched when it is first shown.
 * @param {import('./state.js').TableState} table
 */
function fetchedPanel(table) {
  if (tab.value === 'chat') return table.chat()?.panel;
  return tab.value === 'terms' ? terms()?.terms : settingsPanel()?.settings;
}

/**
 * How many lines of the chat are unread.
 * @param {import('./state.js').TableState} table
 */
export const unread = (table) =>
  table.unread.value ? html`<b class="badge">${table.unread.value}</b>` : nothing;

/**
 * @param {import('./state.js').TableState} table
 * @param {typeof TABS[number]} name
 */
const tabButton = (table, name) =>
  html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-selected=${tab.value === name}
    @click=${() => {
      tab.value = name;
    }}
  >
    ${t(name)}${name === 'chat' ? unread(table) : nothing}
  </button>`;

/** @param {() => void} close */
const closeButton = (close) =>
  html`<button type="button" class="shut" aria-label=${t('close')} @click=${close}>
    ${icon('close')}
  </button>`;

/**
 * @param {import('./state.js').TableState} table
 * @param {() => unknown} moves the list of moves
 * @param {unknown} tools buttons for a phone, nothing elsewhere
 * @param {(() => void)|null} close
 * @param {(show: () => void) => unknown} foot what the panel ends with; it may open what was agreed
 * @param {boolean} leaves whether a tool leaves the table already
 */
export function sidePanel(table, moves, tools, close, foot, leaves) {
  const v = table.view.value,
    tabs = TABS.filter((name) => name !== 'chat' || table.room.value),
    panel = tab.value === 'moves' ? moves : fetchedPanel(table);
  return html`${close ? nothing : tournament(table)}
    <div class="tabs" role="tablist">
      ${tabs.map((name) => tabButton(table, name))}${close ? closeButton(close) : nothing}
    </div>
    ${(close || tab.value === 'moves') && table.totals.value ? (totals()?.totals(table) ?? nothing) : nothing}
    <div class="scroll" role="tabpanel" aria-labelledby="tab-${tab.value}" tabindex="0">
      ${panel ? panel(table) : nothing}
    </div>
    ${
      close
        ? html`<div class="tools">${tools}</div>
            ${leaves ? nothing : html`<a class="leave" href="/">${icon('back')}${t('leave')}</a>`}`
        : nothing
    }
    ${table.you.value === null && v.delayed ? html`<p class="late">${icon('eye')}${t('delayed')}</p>` : nothing}${foot(
      () => {
        tab.value = 'terms';
      },
    )}`;
}
