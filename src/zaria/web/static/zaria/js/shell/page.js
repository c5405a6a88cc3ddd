/** The page of any match around its board: puts cards, panel, buttons and sheets together. */
import { effect, signal, untracked, computed } from '@preact/signals-core';
import { byId, html, icon, mount, nothing, t, tap, lazy } from '../ui/dom.js';
import { importModule, whenLoaded } from '../ui/imports.js';
import { buzz } from './announcer.js';
import { boot, online, startSearch, followRatings } from './events.js';
import { thumbs, tools, keyboard, compact, menu } from './controls.js';
// every table needs these: in the bundle they weigh less than requests
import '../app/late.js';
import './countdown.js';
import './open_terms.js';
import '../live/submissions.js';
import { change, settings, changeLook } from './settings.js';
import { openChat, runClocks, totals, sidePanel, unread } from './side_panel.js';
import { armed, onSecondTap } from './state.js';

/**
 * @typedef {import('./state.js').TableState} TableState
 * @typedef {import('./events.js').EventDisplay<any>} EventDisplay
 * @typedef {import('./state.js').Commands<any>} Commands
 */
/**
 * What the family of the game puts on the page.
 * @typedef {object} Parts
 * @property {(rel: 0|1, now: number) => unknown} card
 * @property {() => unknown} moves the list of moves
 * @property {(show: () => void) => unknown} foot ends the panel
 * @property {() => unknown} giving gives a game up
 * @property {() => boolean} [leaves] whether `giving` leaves the table, which costs nothing yet
 * @property {() => unknown} thumbs buttons of a turn on a phone
 * @property {Uses<PictureModule>} pictures what draws those of the rules
 * @property {() => void} flip turns the board
 * @property {import('./controls.js').KeyBindings} keys
 * @property {() => boolean} shut closes what Escape closes
 */

/**
 * Furnish the page round the board.
 * @param {import('./state.js').TableState} table
 * @param {import('./events.js').EventDisplay<any>} show
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 * @param {Parts} parts
 */
export function assemblePage(table, show, commands, session, parts) {
  const close = () => {
    table.sheet.value = '';
    show.queue.skip();
  };
  const again = () => {
    table.sheet.value = 'match';
    menu.value = false;
  };
  sheets(table, commands, session, close);
  table.chat = lazy(() => import('./chat.js').then((m) => m.follow(table, session)));
  chatButton(table);
  const takebacks = late(
    () => import('./takeback.js'),
    (m) => m.follow(table, commands),
  );
  table.takeback = () => {
    const { takeback } = table.view.value;
    const isOffered =
      table.playing &&
      !!takeback &&
      (takeback.waiting !== null || takeback.can_request.some(Boolean));
    return isOffered ? takebacks() : null;
  };

  // ---- cards, panel, buttons
  const shownAs = (/** @type {0|1} */ rel) =>
    /** @type {0|1} */ (table.across.value ? 1 - rel : rel);
  const tick = signal(0),
    mute = () => change({ sound: !settings.value.sound });
  for (const [id, rel] of /** @type {const} */ ([
    ['opp', 1],
    ['me', 0],
  ])) {
    mount(byId(id), () => {
      void tick.value;
      return parts.card(shownAs(rel), session.now);
    });
    effect(() => {
      byId(id).classList.toggle(
        'on',
        table.view.value.to_act !== null && table.rel(table.view.value.to_act) === shownAs(rel),
      );
    });
  }
  const toolbar = () => tools(table, parts.giving, parts.flip, again, mute, parts.pictures);
  mount(byId('side'), () =>
    sidePanel(
      table,
      parts.moves,
      compact.value ? toolbar() : nothing,
      compact.value
        ? () => {
            menu.value = false;
          }
        : null,
      parts.foot,
      parts.leaves?.() ?? false,
    ),
  );
  const openMenu = () => {
    menu.value = !menu.value;
  };
  const acts = () => {
    if (table.past.value) return table.past.value.buttons();
    return compact.value ? thumbs(table, parts.thumbs, openMenu, again) : toolbar();
  };
  mount(byId('acts'), acts);
  effect(() => void table.takeback());
  effect(() => {
    byId('table').classList.toggle('open', compact.value && menu.value);
  });
  const comfort = whenLoaded(() => import('./comfort.js'));
  effect(() => {
    const { left: isLeft, numbers } = settings.value;
    if (isLeft || !numbers) void comfort((m) => m.follow());
  });
  // what is dimmed beside the sheet is the table's own
  byId('table').addEventListener('click', (e) => {
    if (e.target === e.currentTarget) menu.value = false;
  });
  effect(() => {
    if (table.log.value.length && !table.past.peek())
      queueMicrotask(() => {
        const list = document.querySelector('.moves')?.parentElement;
        if (list) list.scrollTop = list.scrollHeight;
      });
  });
  followRatings(table);
  runClocks(table, session, () => {
    tick.value++;
  });
  let timed = false;
  effect(() => {
    const part = table.totals.value && totals();
    if (!part || timed) return;
    timed = true;
    untracked(() => part.timeGame(table, session));
  });
  pageFrame(table, session);
  lookBack(table);
  keyboard(parts.keys, () => {
    const was = menu.value || table.sheet.value !== '' || armed.value !== '' || table.claims.value;
    menu.value = table.claims.value = false;
    armed.value = '';
    const shut = parts.shut();
    if (table.sheet.value) close();
    return was || shut;
  });
  if (boot.v.phase === 'over') table.sheet.value = 'match';
  if (boot.opponent?.bot) {
    void importModule(() => import('../live/pending_search.js')).then(({ pendingSearch }) => {
      const wanted = pendingSearch();
      if (wanted) void startSearch(session, wanted, table);
    });
  }
}

/**
 * The button of an upright phone that opens the chat.
 * @param {TableState} table
 */
function chatButton(table) {
  const button = document.getElementById('chat');
  if (!button) return;
  mount(button, () => {
    button.hidden = !table.room.value;
    return html`${icon('chat')}${unread(table)}`;
  });
  button.onclick = openChat;
}

/**
 * The page is ready to be played on.
 * @param {Record<string, unknown>} page for the console and for tests
 * @param {() => Promise<{hints: (page: any) => import('./training.js').Hints}>} hints
 * @param {() => Promise<{family: (page: any) => import('./guide.js').Family}>} guide
 */
export function markReady(page, hints, guide) {
  Object.assign(window, { zaria: page });
  if (boot.v.training)
    void importModule(() => Promise.all([import('./training.js'), hints()])).then(([m, how]) =>
      m.follow(page, how.hints(page)),
    );
  if (document.getElementById('by-day'))
    void importModule(() => import('./by_day.js')).then((m) =>
      m.follow(/** @type {Parameters<typeof m.follow>[0]} */ (/** @type {unknown} */ (page))),
    );
  if ('newcomer' in document.body.dataset)
    explainTurns(/** @type {{table: TableState}} */ (/** @type {unknown} */ (page)), guide);
  document.documentElement.dataset.ready = '1';
  performance.mark('ready');
}

/**
 * Explain the first turns to a newcomer, once they play.
 * @param {{table: TableState}} page
 * @param {() => Promise<{family: (page: any) => import('./guide.js').Family}>} guide
 */
function explainTurns(page, guide) {
  let isRequested = false;
  effect(() => {
    if (isRequested || !page.table.playing) return;
    isRequested = true;
    void importModule(() =>
      Promise.all([
        import('./guide.js'),
        guide(),
        import('../ui/late_words.js').then((m) => m.lateWords()),
      ]),
    ).then(([m, { family }]) => m.follow(family(page), layer));
  });
}

/**
 * The page around: a line that is down, the title, the theme, the way out.
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
function pageFrame(table, session) {
  const banner = document.createElement('p');
  banner.className = 'notice-line';
  banner.setAttribute('role', 'status');
  document.body.append(banner);
  /** @type {number|undefined} */
  let calm;
  effect(() => {
    clearTimeout(calm);
    const isSending = table.waiting.value,
      notice = table.paused.value ? t('paused') : table.notice.value;
    if (online.value) banner.textContent = armed.value === 'gone' ? tap('leave_sure') : notice;
    else
      calm = setTimeout(() => {
        banner.textContent = t(isSending ? 'line_kept' : 'line_lost');
      }, 1200);
  });
  document.querySelector('.skip')?.addEventListener('click', (e) => {
    const field = byId('board').querySelector('.keys button[tabindex="0"]');
    if (!(field instanceof HTMLElement)) return;
    e.preventDefault();
    field.focus();
  });
  const title = document.title;
  let wasViewerTurn = true;
  effect(() => {
    const { to_act } = table.view.value,
      isViewerTurn = to_act !== null && table.addressed(to_act);
    const called = table.call.value || (isViewerTurn ? t('your_turn') : '');
    if (isViewerTurn && !wasViewerTurn) buzz([30, 60, 30]);
    wasViewerTurn = isViewerTurn;
    document.title = called ? `● ${called} – ${title}` : title;
  });
  // the wait for a player who leaves deliberately is shorter than after a lost connection
  document.addEventListener('click', (e) => {
    const link = /** @type {Element} */ (e.target).closest('a[href="/"]');
    if (
      !link ||
      !table.playing ||
      table.program(1 - table.me.value) ||
      table.local ||
      e.ctrlKey ||
      e.metaKey ||
      e.shiftKey
    )
      return;
    e.preventDefault();
    onSecondTap('gone', () => {
      session.say({ t: 'leave', m: table.id, gone: true });
      location.assign('/');
    });
  });
  document.querySelector('form.look')?.addEventListener('submit', (e) => {
    e.preventDefault();
    const pressed = /** @type {SubmitEvent} */ (e).submitter;
    if (pressed instanceof HTMLButtonElement) changeLook({ theme: pressed.value });
  });
}

/**
 * A part with words, and perhaps a style, which the page came without: it begins when they are there.
 * @template M, T
 * @param {() => Promise<M>} load
 * @param {(module: M) => T} begin
 */
const late = (load, begin) =>
  lazy(() =>
    Promise.all([load(), import('../ui/late_words.js').then((m) => m.lateWords())]).then(
      ([module]) => begin(module),
    ),
  );

/**
 * The first step back through the game, by wheel, list or key, fetches the script that makes it.
 * @param {TableState} table
 */
function lookBack(table) {
  /** @type {any} */
  let first;
  const past = late(
    () => import('./past.js'),
    (m) => m.follow(table, first),
  );
  const start = (/** @type {any} */ e) => {
    if (first || !table.log.value.length) return;
    if (
      /^(ArrowLeft|Home)$/.test(e.key) ||
      e.target.closest?.(e.deltaY ? '#board' : '[data-line]')
    ) {
      first = e;
      past();
    }
  };
  for (const kind of ['wheel', 'click', 'keydown'])
    addEventListener(kind, start, { passive: true });
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

/** The place of a sheet whose script is on its way. */
const room = html`<div class="pane wait"></div>`;

/**
 * What stands beside the board before the game and after it, and over it while somebody is waited for.
 * @param {import('./state.js').TableState} table
 * @param {import('./state.js').Commands<any>} commands
 * @param {Session} session
 * @param {() => void} close
 */
function sheets(table, commands, session, close) {
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
    offered = lazy(() => import('./offered_seat.js')),
    result = late(
      () => import('./result.js'),
      (m) => m.follow(table, session),
    );
  const asking = lazy(() =>
    import('./ready_check.js').then((m) => m.follow(table, commands, session, boot)),
  );
  const absences = late(
    () => import('./absence.js'),
    (m) => m.follow(table, commands, session),
  );
  table.absenceLine = (side) => absences()?.line(side) ?? nothing;
  // the page comes with the room for it
  mount(byId('wait'), () => {
    const { phase, result: ended } = table.view.value;
    if (phase === 'over' && !ended) return asking()?.cleared() ?? room;
    if (!open.value || reserved.value) return nothing;
    if (until.value !== null) return asking()?.pane() ?? room;
    return (table.you.value === null ? offered() : waiting())?.pane(commands) ?? room;
  });
  beside(() => (table.sheet.value || table.again.value ? (result()?.(close) ?? nothing) : nothing));
  layer(() => (table.claims.value ? (absences()?.pane() ?? nothing) : nothing));
  /**
   * the visitor accepted the table's terms where they found it, or when they entered the tournament
   */
  let comes = location.hash === '#sit' || (!!boot.v.tournament && boot.kept);
  // a tab that nobody looks at sits down at a tournament's match with the first touch
  const isPresent = signal(!boot.v.tournament || !document.hidden);
  if (!isPresent.value)
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(
        kind,
        () => {
          isPresent.value = true;
        },
        { once: true },
      );
  if (location.hash === '#sit') history.replaceState(null, '', location.pathname);
  effect(() => {
    if (
      !open.value ||
      table.you.value !== null ||
      table.seat.value === null ||
      table.barred ||
      table.stakeRefused ||
      table.stakeObjection ||
      table.shortfall ||
      table.seatRefusal.value ||
      !isPresent.value ||
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
