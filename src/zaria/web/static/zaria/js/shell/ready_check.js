/** A table that waits for its players until a moment, and then asks both whether they are ready. */
import { computed, effect, signal, untracked } from '@preact/signals-core';
import { pendingSearch, READY } from '../live/pending_search.js';
import { html, nothing, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { keep, recall } from '../live/storage.js';
import { countdown, isFresh } from './countdown.js';
import { startSearch } from './events.js';
import { nameOf, say, sound, unbrokenName } from './announcer.js';
import { offersLink } from './open_terms.js';
import { offeredTerms } from './terms.js';
import { refusal } from './offered_seat.js';
import { computerMeanwhile, link } from './open_table.js';
import { tournamentButton, tournamentLink } from './tournament_links.js';

/** A table cleared so shortly before its time (ms) was cleared by the server's own clock. */
const EARLY = 1000;

const searches = whenLoaded(() => import('../live/search.js'));

/**
 * What is asked of the visitor: host waits for somebody; ready: they must sit down, the opponent
 * has, or was found; asked: the other is; invited, guest: a seat is free for them; full: none is.
 * @typedef {'host'|'ready'|'found'|'asked'|'invited'|'guest'|'full'} Role
 */

/**
 * Said before the tap where no terms stand beside it.
 * @param {View} v
 */
const unrated = (v) =>
  v.unrated ? html`<p class="unrated">${t('unrated_pair', { n: v.a_day ?? 0 })}</p>` : nothing;

/**
 * @param {import('./state.js').TableState} table
 * @param {number|null} by who set the table
 * @returns {Role}
 */
function role(table, by) {
  const seat = table.seat.value;
  if (table.you.value !== null) return by === table.you.value ? 'host' : 'asked';
  if (seat === null) return 'full';
  if (!table.kept.value) return 'guest';
  if (table.view.value.players[1 - seat]) return 'ready';
  if (by === seat) return 'host';
  return by === null ? 'found' : 'invited';
}

/**
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 * @param {import('../protocol.js').State} boot
 */
export function follow(table, commands, session, boot) {
  const by = boot.by ?? null,
    met = unbrokenName(boot.opponent?.name ?? ''),
    offers = () => (boot.opponent?.member ? offersLink(table, false) : nothing);
  const now = computed(() => (table.view.value.phase === 'open' ? role(table, by) : 'full'));
  const name = () => {
    const opponent = 1 - (table.seat.value ?? 0);
    return table.view.value.players[opponent] || !met
      ? unbrokenName(nameOf(table.view.value, opponent))
      : met;
  };
  effect(() => {
    const viewerRole = now.value;
    if (viewerRole !== 'ready' && viewerRole !== 'found') return undefined;
    untracked(() => {
      const words = table.view.value.tournament ? 'tournament_ready' : `ready_${viewerRole}`;
      say(t(words, { name: name() }));
      sound('call');
    });
    table.call.value = t('ready_call');
    return () => {
      table.call.value = '';
    };
  });
  const called = recall(READY, 'sessionStorage') === table.id;
  keep(READY, null, 'sessionStorage');
  if (called) sitWhenAsked(now, table, commands);
  let declines = false;
  const decline = () => {
    declines = true;
    commands.send({ t: 'cancel' });
  };

  /**
   * @param {string} word
   * @param {boolean} off
   */
  const sit = (word, off) =>
    html`<button
      type="button"
      class="btn pri"
      id="sit"
      ?disabled=${off || table.waiting.value}
      @click=${() => commands.sit()}
    >
      ${t(word)}
    </button>`;
  /**
   * @param {string} word
   * @param {boolean} off
   */
  const cancel = (word, off) =>
    html`<button
      type="button"
      class="btn"
      id="cancel"
      ?disabled=${off || table.waiting.value}
      @click=${decline}
    >
      ${t(word)}
    </button>`;

  /**
   * @param {Role} viewerRole
   * @param {View} v
   */
  function inside(viewerRole, v) {
    const off = isFresh(viewerRole),
      no = refusal(table);
    switch (viewerRole) {
      case 'host':
        return html`<p>${t('ready_until')}</p>
          ${met ? nothing : link()} ${offersLink(table, true)} ${computerMeanwhile(table)}
          <div class="row">${cancel('cancel', off)}</div>`;
      case 'ready':
        return html`${no ?? unrated(v)}
          <div class="row even">
            ${cancel('ready_not', off)}${no ? nothing : sit('ready', off)}
          </div>`;
      case 'found':
        return html`${no ?? nothing}
          <div class="row even">${cancel('ready_not', off)}${no ? nothing : sit('ready', off)}</div>
          ${offeredTerms(table)}`;
      case 'invited':
        return html`${no ?? nothing}
          <div class="row even">${cancel('decline', off)}${no ? nothing : sit('play', off)}</div>
          ${offers()} ${offeredTerms(table)}`;
      case 'guest':
        return html`${no ?? html`<div class="row">${sit('play', off)}</div>`} ${offers()}
        ${offeredTerms(table)}`;
      default:
        return nothing;
    }
  }

  /**
   * At a table of a tournament, which nobody can decline.
   * @param {Role} viewerRole
   * @param {number} until
   */
  function tournament(viewerRole, until) {
    const sits = viewerRole === 'asked',
      values = { name: met || name() };
    return html`<div class="pane wait ${viewerRole}">
      ${tournamentLink(table)}
      <h2>${t(sits ? 'ready_host_named' : 'tournament_ready', values)}</h2>
      <p class="count" role="timer">${countdown(session, until)}</p>
      <p>${t(sits ? 'tournament_until' : 'tournament_sit', values)}</p>
      ${
        sits
          ? nothing
          : html`<div class="row">${sit('play', isFresh(viewerRole))}</div>
              ${offeredTerms(table)}`
      }
    </div>`;
  }

  /** @param {Role} viewerRole */
  function title(viewerRole) {
    if (viewerRole === 'guest') return met ? t('open_table_of', { name: met }) : t('open_table');
    if (viewerRole === 'full') return t('seats_taken');
    if (viewerRole === 'host' && met) return t('ready_host_named', { name: met });
    if (viewerRole === 'found' && met) return t('ready_found_named', { name: met });
    if (viewerRole === 'invited' && met) return t('invites', { name: met });
    return t(`ready_${viewerRole}`, { name: name() });
  }

  const pane = () => {
    const v = table.view.value,
      viewerRole = now.value;
    if (v.until === null) return nothing;
    if (v.tournament && viewerRole !== 'full') return tournament(viewerRole, v.until);
    return html`<div class="pane wait ${viewerRole}">
      <h2>${title(viewerRole)}</h2>
      <p class="count" role="timer">${countdown(session, v.until)}</p>
      ${inside(viewerRole, v)}
    </div>`;
  };
  /** the moment until which the table waited */
  let until = boot.v.until ?? 0;
  effect(() => {
    const v = table.view.value;
    if (v.phase === 'open') until = v.until ?? until;
  });
  const missed = boot.v.tournament
    ? () => null
    : noShow(
        table,
        session,
        boot,
        () => called || session.now < until,
        () => declines,
      );
  const isTimed = () => until > 0 || boot.v.phase !== 'open',
    isOver = () => !declines && isTimed() && session.now >= until - EARLY;
  return { pane, cleared: () => missed() ?? cleared(table, boot, isOver()) };
}

/**
 * Sit down for who was ready before this page came, unless something speaks against it.
 * @param {import('@preact/signals-core').ReadonlySignal<Role>} now
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 */
function sitWhenAsked(now, table, commands) {
  let sits = false;
  effect(() => {
    const isCalled = ['ready', 'found', 'guest'].includes(now.value);
    if (sits || !isCalled || refusal(table)) return;
    sits = true;
    untracked(() => commands.sit());
  });
}

/**
 * Who was found by a search, or sits at an open table, and whose opponent did not come searches for
 * another one.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 * @param {import('../protocol.js').State} boot
 * @param {() => boolean} isInTime whether the table waits still, or this visitor came from another one
 * @param {() => boolean} declines whether this visitor did not want to play
 */
function noShow(table, session, boot, isInTime, declines) {
  /** @type {Signal<import('../live/search.js').Search|null>} */
  const search = signal(null);
  const goes = signal(false),
    name = boot.opponent?.name ?? '',
    owner = boot.by ?? null;
  effect(() => {
    const v = table.view.value,
      sat = table.you.value !== null;
    if (v.phase !== 'over' || v.result || !name || goes.peek()) return;
    if (owner !== null && (!sat || boot.kept || owner === table.you.value)) return;
    const isPresent = boot.v.phase === 'open' && (sat || isInTime()) && !declines();
    if (!isPresent && !(sat && pendingSearch())) return;
    goes.value = true;
    say(t('no_show', { name }));
    const [, speed] = (recall('zaria.quick') ?? '').split(' ');
    const before = pendingSearch(),
      stakes = v.stakes?.unit && { stake: v.stakes.stake, most: v.stakes.most ?? v.stakes.stake },
      same = {
        game: v.game,
        speed: /** @type {any} */ (speed || 'normal'),
        length: v.length,
        cube: v.cube_on,
        ...stakes,
      };
    void searches((m) => startSearch(session, before ?? { ...same, ...m.searchSettings() })).then(
      (module) => {
        search.value = module;
      },
    );
  });
  return () => {
    if (!goes.value) return null;
    const on = search.value?.wanted.value ?? null;
    return html`<div class="pane wait">
      <h2 id="cleared">${t('no_show', { name })}</h2>
      ${on ? html`<p role="status">${t('searching')}</p>` : nothing} ${computerMeanwhile(table)}
      <div class="row even">
        <a class="btn" href="/">${t('ready_lobby')}</a> ${
          on
            ? html`<button type="button" class="btn" id="stop" @click=${() => search.value?.stop()}>
                ${t('cancel')}
              </button>`
            : html`<a class="btn" id="anew" href="/#seek">${t('search_again')}</a>`
        }
      </div>
    </div>`;
  };
}

/**
 * Who did not come to a table whose time was over; null: neither is known to have waited.
 * @param {import('./state.js').TableState} table
 * @param {import('../protocol.js').State} boot
 */
function absence(table, boot) {
  const { players } = table.view.value,
    side = boot.you ?? (boot.kept ? boot.seat : null);
  if (side === null) return null;
  const name = players[1 - side]?.name ?? boot.opponent?.name ?? '',
    isOwner = boot.by === side;
  if (!players[side] && (players[1 - side] || !isOwner)) return t('late', { name });
  return name ? t('no_show', { name }) : t('nobody_came');
}

/**
 * The table that was cleared.
 * @param {import('./state.js').TableState} table
 * @param {import('../protocol.js').State} boot
 * @param {boolean} isOver its time was over
 */
function cleared(table, boot, isOver) {
  const absent = isOver ? absence(table, boot) : null,
    isPair = (boot.by ?? null) === null;
  return table.view.value.tournament
    ? html`<div class="pane wait">
        <h2 id="cleared">${t('cancelled_long')}</h2>
        <p>${t('tournament_cleared')}</p>
        <div class="row even">${tournamentButton(table)}</div>
      </div>`
    : html`<div class="pane wait">
        <h2 id="cleared">${absent ?? t('cancelled')}</h2>
        <p>${t(absent ? 'cancelled' : 'cancelled_long')}</p>
        <div class="row even">
          <a class="btn" href="/">${t('ready_lobby')}</a>
          ${
            absent && isPair
              ? html`<a class="btn pri" id="anew" href="/#seek">${t('search_again')}</a>`
              : html`<a
                  class="btn pri"
                  id="anew"
                  href=${`/new/${table.view.value.game}?as=${table.id}`}
                  >${t('ready_anew')}</a
                >`
          }
        </div>
      </div>`;
}
