/**
 * The page of any table around its board: the line to the server, cards and clocks, the panel (a
 * sheet on a phone), buttons that are always at the same places, the keyboard.
 */
import { computed, effect, signal, untracked } from '@preact/signals-core';
import {
  byId,
  fetched,
  html,
  icon,
  lazy,
  letter,
  media,
  mount,
  nothing,
  t,
  face as picture,
  flag,
} from '../ui/dom.js';
import { Live } from '../live/session.js';
import { armed, twice } from './common.js';
import { change, settings, wear } from './settings.js';
import { nameOf, note, say, sound } from './announcer.js';

/**
 * @typedef {import('./common.js').Common} Common
 * @typedef {import('./common.js').Teller<any>} Teller
 * @typedef {import('./common.js').Commands<any>} Commands
 */
/**
 * What the game puts on the page; `foot` ends the panel, `giving` gives a game up, `shut` closes
 * what Escape closes.
 * @typedef {{card: (rel: 0|1, now: number) => unknown, moves: () => unknown, foot: (show: () =>
 * void) => unknown, giving: () => unknown, thumbs: () => unknown, flip: () => void, keys: Does,
 * shut: () => boolean}} Parts
 */

/** @type {import('../protocol.js').State} */
export const boot = JSON.parse(byId('boot').textContent ?? '');
/** a phone held upright, and one on its side: there the buttons of the turn are not on the board */
export const upright = signal(false),
  short = signal(false);
export const compact = computed(() => upright.value || short.value);
export const menu = signal(false);
const online = signal(true);
/** asks for the members' ratings anew */
let rate = () => /** @type {(() => Promise<void>)|null} */ (null);

media('(orientation: portrait) and (max-width: 700px)', (on) => {
  upright.value = on;
});
media('(orientation: landscape) and (max-height: 480px)', (on) => {
  short.value = on;
});

/**
 * Takes what the server says of a search for an opponent beside this table.
 * @type {((message: FromServer) => void)|null}
 */
let searchMessage = null;

/**
 * Search for an opponent beside the table.
 * @param {Live} live
 * @param {import('../live/search.js').Wanted} wanted
 */
export async function searchOn(live, wanted) {
  const { follow } = await import('./background_search.js');
  const { hear, search } = follow(live, wanted);
  searchMessage = hear;
  return search;
}

/**
 * Open the line.
 * @param {Common} table
 * @param {Teller} show
 * @param {() => Commands} commands
 * @param {(what: string) => void} refused takes back what was drawn
 */
export function connect(table, show, commands, refused) {
  const live = new Live(table.id, boot.n, hear, (up) => {
    online.value = up;
    table.paused.value = false;
  });
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  live.ahead = boot.now - (loaded?.responseStart ?? 0);
  effect(() => live.pause(table.paused.value));
  return live;

  /** @param {FromServer} message */
  function hear(message) {
    if (message.t === 'call' || message.t === 'calloff')
      void import('./invitations.js').then((m) => m.hear(message));
    // the list of tables may be a moment behind: the search is repeated anyway
    if (searchMessage && message.t === 'no' && message.code === 'awaited') return;
    if (message.t === 'seeking' || message.t === 'go' || message.t === 'no')
      searchMessage?.(message);
    if (message.t === 'state') {
      show.queue.clear();
      table.take(message);
      table.sheet.value = message.v.phase === 'over' ? 'match' : '';
    } else if (message.t === 'ev') show.push(message);
    else if (message.t === 'away') table.away.value = message.away;
    else if (message.t === 'crowd') table.crowd.value = message.n;
    else if (message.t === 'again') {
      table.next.value = message.next ?? null;
      table.again.value = message.offer ?? null;
    } else if (message.t === 'go' && message.why === 'again' && table.asked)
      table.next.value = message.m;
    else if (message.t === 'rated') void rate()?.();
    else if (message.t === 'status') table.paused.value = !message.up;
    else if (message.t === 'ack') commands().answered(message.c);
    else if (message.t === 'no') {
      const asked = commands().answered(message.c);
      note(message.text, 4000);
      if (message.code === 'pair_limit' || message.code === 'rated_again') void rate()?.();
      if (asked) {
        refused(asked);
        table.held.value = true;
        live.watch(-1);
      }
    }
  }
}

/**
 * A layer on the board.
 * @param {() => unknown} view
 */
export function layer(view) {
  const el = document.createElement('div');
  byId('board').append(el);
  mount(el, view);
}

/**
 * A sheet beside the board, which stays in sight; on a phone below it.
 * @param {() => unknown} view
 */
function beside(view) {
  const el = document.createElement('section');
  el.className = 'beside';
  byId('table').append(el);
  mount(el, view);
}

/** The lines of cards on which players are waited for. */
let waited = () =>
  /** @type {{line: (side: number) => unknown, pane: () => unknown}|null} */ (null);

/**
 * Furnish the page round the board.
 * @param {Common} table
 * @param {Teller} show
 * @param {Commands} commands
 * @param {Live} live
 * @param {Parts} parts
 */
export function furnish(table, show, commands, live, parts) {
  const close = () => {
    table.sheet.value = '';
    show.queue.skip();
  };
  const again = () => {
    table.sheet.value = 'match';
    menu.value = false;
  };
  sheets(table, commands, live, close);

  // ---- cards, panel, buttons
  const tick = signal(0),
    mute = () => change({ sound: !settings.value.sound });
  for (const [id, rel] of /** @type {const} */ ([
    ['opp', 1],
    ['me', 0],
  ])) {
    mount(byId(id), () => {
      void tick.value;
      return parts.card(rel, live.now);
    });
    effect(() => {
      byId(id).classList.toggle(
        'on',
        table.view.value.to_act !== null && table.rel(table.view.value.to_act) === rel,
      );
    });
  }
  const toolbar = () => tools(table, parts.giving, parts.flip, again, mute);
  mount(byId('side'), () =>
    side(
      table,
      parts.moves,
      compact.value ? toolbar() : nothing,
      compact.value
        ? () => {
            menu.value = false;
          }
        : null,
      parts.foot,
    ),
  );
  mount(byId('acts'), () =>
    compact.value
      ? thumbs(
          table,
          parts.thumbs,
          () => {
            menu.value = !menu.value;
          },
          again,
        )
      : toolbar(),
  );
  effect(() => {
    byId('table').classList.toggle('open', compact.value && menu.value);
  });
  // what is dimmed beside the sheet is the table's own
  byId('table').addEventListener('click', (e) => {
    if (e.target === e.currentTarget) menu.value = false;
  });
  effect(() => {
    if (table.log.value.length)
      queueMicrotask(() => {
        const list = document.querySelector('.moves')?.parentElement;
        if (list) list.scrollTop = list.scrollHeight;
      });
  });
  rate = lazy(() => import('./rating_changes.js').then((m) => m.follow(table)));
  effect(() => {
    if (table.view.value.rated || table.view.value.players.some((one) => one?.member)) rate();
  });
  time(table, live, () => {
    tick.value++;
  });
  let timed = false;
  effect(() => {
    const part = table.totals.value && totals();
    if (!part || timed) return;
    timed = true;
    untracked(() => part.timeGame(table, live));
  });
  around(table, live);
  keyboard(parts.keys, () => {
    const was = menu.value || table.sheet.value !== '' || armed.value !== '' || table.claims.value;
    menu.value = table.claims.value = false;
    armed.value = '';
    const shut = parts.shut();
    if (table.sheet.value) close();
    return was || shut;
  });
  gauge(byId('board'));
  if (boot.v.phase === 'over') table.sheet.value = 'match';
  if (boot.opponent?.bot) {
    void fetched(() => import('../live/pending_search.js')).then(({ handed }) => {
      const wanted = handed();
      if (wanted) void searchOn(live, wanted);
    });
  }
}

/**
 * The page is ready to be played on.
 * @param {Record<string, unknown>} known for the console and for tests
 */
export function ready(known) {
  Object.assign(window, { zaria: known });
  if (boot.v.training) void fetched(() => import('./training.js')).then((m) => m.follow(known));
  document.documentElement.dataset.ready = '1';
  performance.mark('ready');
}

/**
 * What lies over the board before the game and after it, and while somebody is waited for.
 * @param {Common} table
 * @param {Commands} commands
 * @param {Live} live
 * @param {() => void} close
 */
function sheets(table, commands, live, close) {
  const open = computed(() => table.view.value.phase === 'open'),
    until = computed(() => table.view.value.until);
  /**
   * this visitor set the table: their seat is reserved, and they take it without being asked,
   * unless the table waits but for a while
   */
  const reserved = computed(
    () => open.value && table.you.value === null && table.kept.value && until.value === null,
  );
  const waiting = lazy(() => import('./open_table.js')),
    result = lazy(() => import('./result.js').then((m) => m.follow(table, live)));
  const asking = lazy(() =>
    import('./ready_check.js').then((m) => m.follow(table, commands, live, boot)),
  );
  waited = lazy(() => import('./absence.js').then((m) => m.follow(table, commands, live)));
  layer(() => {
    if (!open.value || reserved.value) return nothing;
    return (until.value === null ? waiting()?.wait(commands) : asking()?.pane()) ?? nothing;
  });
  beside(() => (table.sheet.value || table.again.value ? (result()?.(close) ?? nothing) : nothing));
  layer(() =>
    table.view.value.phase === 'over' && !table.view.value.result
      ? (asking()?.cleared() ?? nothing)
      : nothing,
  );
  layer(() => (table.claims.value ? (waited()?.pane() ?? nothing) : nothing));
  /** the visitor accepted the table's terms where they found it */
  let comes = location.hash === '#sit';
  if (comes) history.replaceState(null, '', location.pathname);
  effect(() => {
    if (
      !open.value ||
      table.you.value !== null ||
      table.seat.value === null ||
      table.barred ||
      !online.value ||
      table.held.value ||
      (!reserved.value && !comes)
    )
      return;
    queueMicrotask(() => {
      comes = false;
      commands.sit();
    });
  });
  effect(() => {
    const next = table.next.value;
    if (next && next !== boot.next && table.you.value !== null) location.assign(`/t/${next}#sit`);
  });
}

/**
 * Clocks that run, and the warning before the end.
 * @param {Common} table
 * @param {Live} live
 * @param {() => void} tick
 */
function time(table, live, tick) {
  let warned = -1;
  effect(() => {
    const { clocks } = table.latest.value,
      running = clocks?.running ?? null;
    if (!clocks || running === null || table.paused.value) return undefined;
    const beat = () => {
      tick();
      const mine = table.you.value === running && face(clocks, running, live.now);
      if (mine && mine.left <= 10000 && warned !== clocks.since) {
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

/**
 * The page around: a line that is down, the title, the theme, the way out.
 * @param {Common} table
 * @param {Live} live
 */
function around(table, live) {
  const banner = document.createElement('p');
  banner.className = 'notice-line';
  banner.setAttribute('role', 'status');
  document.body.append(banner);
  /** @type {number|undefined} */
  let calm;
  effect(() => {
    clearTimeout(calm);
    const notice = table.paused.value ? t('paused') : table.notice.value;
    if (online.value) banner.textContent = armed.value === 'gone' ? t('leave_sure') : notice;
    else
      calm = setTimeout(() => {
        banner.textContent = t('line_lost');
      }, 1200);
  });
  const title = document.title;
  effect(() => {
    const mine = table.you.value !== null && table.view.value.to_act === table.you.value;
    const called = table.call.value || (mine ? t('your_turn') : '');
    document.title = called ? `● ${called} – ${title}` : title;
  });
  // the wait for a player who leaves deliberately is shorter than after a lost connection
  document.addEventListener('click', (e) => {
    const link = /** @type {Element} */ (e.target).closest('a[href="/"]');
    if (
      !link ||
      !table.playing ||
      table.program(1 - table.me.value) ||
      e.ctrlKey ||
      e.metaKey ||
      e.shiftKey
    )
      return;
    e.preventDefault();
    twice('gone', () => {
      live.say({ t: 'leave', m: table.id, gone: true });
      location.assign('/');
    });
  });
  document.querySelector('form.look')?.addEventListener('submit', (e) => {
    e.preventDefault();
    const pressed = /** @type {SubmitEvent} */ (e).submitter;
    if (pressed instanceof HTMLButtonElement) wear({ theme: pressed.value });
  });
}

/**
 * What a clock shows: the delay burns first and is not saved, then the bank.
 * @param {ClockView|null} clocks
 * @param {number} side
 * @param {number} now the server's time, ms
 * @returns {Face|null}
 */
export function face(clocks, side, now) {
  if (!clocks) return null;
  const running = clocks.running === side,
    spent = running ? Math.max(0, now - clocks.since) : 0;
  const delay = Math.max(0, clocks.delay - spent),
    bank = Math.max(0, clocks.bank[side] - Math.max(0, spent - clocks.delay));
  return {
    bank,
    delay,
    part: clocks.delay ? delay / clocks.delay : 0,
    left: bank + delay,
    running,
  };
}

/**
 * 3:07, or 1:02:07 from an hour on.
 * @param {number} ms
 */
export function digits(ms) {
  const s = Math.ceil(ms / 1000),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes}:${two(s % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/**
 * A player's picture, which leads to a member's profile.
 * @param {View['players'][number]} player
 * @param {string} name
 * @param {string} kind its class
 */
function arms(player, name, kind) {
  const style = `background:${player?.colour ?? 'var(--surface2)'}`;
  const initial = player ? name[0] : '?';
  const inside = html`${player?.bot ? icon('bot') : initial}${picture(player)}`;
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

/** @param {Face} clock */
function clockFace(clock) {
  const { bank, delay, running } = clock;
  return html`<div class="clock ${running && clock.left <= 10000 ? 'low' : ''}" role="timer">
      <span>${digits(bank || delay)}</span>
      <small>${running && delay && bank ? `+${Math.ceil(delay / 1000)}` : ''}</small>
    </div>
    <i class="fuse" .style=${`transform:scaleX(${running ? clock.part.toFixed(3) : 0})`}></i>`;
}

/**
 * @param {Common} table
 * @param {0|1} rel 0 is the viewer's card
 * @param {number} now the server's time
 * @param {unknown} sub the line below the name
 * @param {unknown} [extra] a button before the clock
 */
export function card(table, rel, now, sub, extra = nothing) {
  const v = table.view.value,
    side = rel ? 1 - table.me.value : table.me.value;
  const player = v.players[side],
    clock = face(table.latest.value.clocks, side, now);
  const kept = !player && v.phase === 'open' && table.kept.value && table.seat.value === side;
  const name = kept ? t('you') : nameOf(v, side);
  const rating = table.ratings.value?.now[side];
  // who looks on does not count himself
  const others = table.crowd.value - (table.you.value === null ? 1 : 0);
  const crowd = rel && others > 0 && v.phase !== 'open';
  const late = table.away.value.length ? (waited()?.line(side) ?? nothing) : nothing;
  return html`${arms(player, name, `av ${colour(side)} ${player ? '' : 'none'}`)}
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
export function lag({ lag = 0 }) {
  if (lag < 50) return nothing;
  const n = (lag / 1000).toFixed(1);
  return html`<small class="lag" title=${t('lag_long', { n })}>${t('lag', { n })}</small>`;
}

/** @param {number} side */
export const colour = (side) => (side ? 'dk' : 'lt');

const TABS = /** @type {const} */ (['moves', 'terms', 'settings']);
/** The time and the dice of a game, once one has begun. */
const totals = lazy(() => import('./totals.js'));
const terms = lazy(() => import('./terms.js')),
  panels = lazy(() => import('./settings_panel.js'));
const tab = signal(/** @type {typeof TABS[number]} */ ('moves'));

/** The panel of the open tab, whose script is fetched when it is first shown. */
const fetchedPanel = () => (tab.value === 'terms' ? terms()?.terms : panels()?.settings);

/** @param {typeof TABS[number]} name */
const tabButton = (name) =>
  html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-selected=${tab.value === name}
    @click=${() => {
      tab.value = name;
    }}
  >
    ${t(name)}
  </button>`;

/** @param {() => void} close */
const closeButton = (close) =>
  html`<button type="button" class="shut" aria-label=${t('close')} @click=${close}>
    ${icon('close')}
  </button>`;

/**
 * @param {Common} table
 * @param {() => unknown} moves the list of moves
 * @param {unknown} tools buttons for a phone, nothing elsewhere
 * @param {(() => void)|null} close
 * @param {(show: () => void) => unknown} foot what the panel ends with; it may open what was agreed
 */
export function side(table, moves, tools, close, foot) {
  const v = table.view.value,
    panel = tab.value === 'moves' ? moves : fetchedPanel();
  return html`<div class="tabs" role="tablist">
      ${TABS.map(tabButton)}${close ? closeButton(close) : nothing}
    </div>
    ${tab.value === 'moves' && table.totals.value ? (totals()?.totals(table) ?? nothing) : nothing}
    <div class="scroll" role="tabpanel" aria-labelledby="tab-${tab.value}" tabindex="0">
      ${panel ? panel(table) : nothing}
    </div>
    ${
      close
        ? html`<div class="tools">${tools}</div>
            <a class="leave" href="/">${icon('back')}${t('leave')}</a>`
        : nothing
    }
    ${table.you.value === null && v.delayed ? html`<p class="late">${icon('eye')}${t('delayed')}</p>` : nothing}${foot(
      () => {
        tab.value = 'terms';
      },
    )}`;
}

/**
 * @typedef {{id: string, name: string, label: unknown, off?: boolean, act: () => void, main?:
 * boolean}} Button
 */

/** @param {Button} b */
export const button = (b) =>
  html`<button
    type="button"
    class="btn ${b.main ? 'pri' : ''}"
    id=${b.id}
    data-do=${b.name}
    ?disabled=${!!b.off}
    @click=${b.act}
  >
    ${b.label}
  </button>`;

/**
 * The row under the thumb of a phone, beside the button of the menu.
 * @param {Common} table
 * @param {() => unknown} turn its buttons during the game
 * @param {() => void} menu
 * @param {() => void} again reopens the result
 */
export function thumbs(table, turn, menu, again) {
  const { phase, delayed, result, game } = table.view.value,
    watching = delayed ? 'delayed' : 'watching';
  const reopen = html`<button type="button" class="btn" id="again" @click=${again}>
    ${t('result')}
  </button>`;
  const newGame = html`<a
    class="btn ${table.sheet.value ? '' : 'pri'}"
    href=${`/new/${game}?as=${table.id}`}
    >${t('new_game')}</a
  >`;
  return html`<button type="button" class="btn sq" id="menu" aria-label=${t('menu')} @click=${menu}>
      ${icon('menu')}
    </button>
    ${buttons()}`;

  function buttons() {
    if (phase === 'over') return html`${result ? reopen : nothing}${newGame}`;
    return table.you.value === null
      ? html`<span class="idle">${t(phase === 'open' ? 'open_table' : watching)}</span>`
      : turn();
  }
}

/**
 * The rules of the game that is played, in a sheet; without this page's script the link leads to
 * their own page.
 */
const rules = (/** @type {string} */ game) =>
  html`<a
    class="btn quiet sq"
    id="rules"
    href=${`/rules/${game}`}
    title=${t('rules')}
    aria-label=${t('rules')}
    @click=${(/** @type {Event} */ e) => {
      e.preventDefault();
      void import('./rules_sheet.js').then((m) => m.show(game));
    }}
    >${icon('book')}</a
  >`;

/** The way out of a table where one only looks on; a phone has it in the sheet. */
const leave = () =>
  compact.value
    ? nothing
    : html`<a class="btn quiet grow" id="leave" href="/" title=${t('leave')}
        >${icon('back')} <span>${t('leave_watching')}</span></a
      >`;

/**
 * Rarely needed, away from the others: what gives a game up, rules, flip, sound.
 * @param {Common} table
 * @param {() => unknown} giving
 * @param {() => void} flip
 * @param {() => void} again reopens the result
 * @param {() => void} mute
 */
export function tools(table, giving, flip, again, mute) {
  const v = table.view.value,
    { sound } = settings.value,
    ended = v.phase === 'over' && v.result;
  const player = () => (ended ? nothing : giving());
  const reopen = () =>
    html`<button type="button" class="btn grow" @click=${again}>
      ${icon('cup')}${t('result')}
    </button>`;
  return html`${ended ? reopen() : nothing} ${table.you.value === null ? leave() : player()}
    ${rules(v.now)}
    <button
      type="button"
      class="btn quiet sq"
      id="flip"
      title=${t('flip')}
      aria-label=${t('flip')}
      @click=${flip}
    >
      ${icon('flip')}
    </button>
    <button
      type="button"
      class="btn quiet sq"
      id="mute"
      title=${t('sound')}
      aria-label=${t('sound')}
      aria-pressed=${sound}
      @click=${mute}
    >
      ${icon(sound ? 'sound' : 'mute')}
    </button>`;
}

/**
 * Keys that act where they were pressed, keys that tell (fetched when one asks), what Escape does
 * when nothing is open, and the table of which `?` lists the keys.
 * @typedef {{view: () => View, act: Record<string, (on: HTMLElement) => void>, tell: () =>
 * Promise<Record<string, () => string>>, rest: () => void}} Does
 */

/**
 * @param {Does} does
 * @param {() => boolean} escape closes what is open
 */
export function keyboard(does, escape) {
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target),
      pressed = letter(e),
      key = pressed === 'backspace' ? 'u' : pressed;
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      target.closest('dialog') ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    )
      return;
    if (key === 'escape') {
      if (!escape()) does.rest();
    } else if (key === 'enter' && target.closest('button:not([data-at]),a')) return;
    else if (key in does.act) does.act[key](target);
    else if (key === '?') void import('./help.js').then((m) => m.show(does.view()));
    else if ('lcop'.includes(key)) void does.tell().then((all) => say(all[key]()));
    if (pressed === 'backspace') e.preventDefault();
  });
}

const KEEP = 200;

/**
 * Measure each touch of the board until the frame that shows its effect: performance entries named
 * "tap".
 * @param {HTMLElement} root
 */
export function gauge(root) {
  let count = 0;
  const start = (/** @type {PointerEvent} */ e) => {
    const from = e.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (++count % KEEP === 0) performance.clearMeasures('tap');
        performance.measure('tap', { start: from, end: performance.now() });
      };
      channel.port2.postMessage(0);
    });
  };
  for (const type of /** @type {const} */ (['pointerdown', 'pointerup']))
    root.addEventListener(type, start);
}
