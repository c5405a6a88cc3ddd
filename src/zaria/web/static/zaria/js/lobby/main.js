/**
 * The front page: lists that change by themselves, the search for an opponent, what waits for the
 * visitor.
 */
import { computed, effect, signal } from '@preact/signals-core';
import '../app/late.js';
import '../ui/help_key.js';
import '../live/submissions.js';
import { Socket } from '../live/socket.js';
import { byId, html, icon, lazy, mount, nothing, t } from '../ui/dom.js';
import { whenLoaded } from '../ui/imports.js';
import { render } from 'lit-html';
import { Lobby, address, question } from './lobby.js';
import { Quick, box } from './quick.js';
import { filters, list, pager, tabs } from './rows.js';
import { startStars } from './favourites.js';
import { furtherTiles, loadTiles } from './further_tiles.js';
import { setPendingSearch, pendingSearch } from '../live/pending_search.js';
import { Waiting } from './waiting.js';

/**
 * @typedef {import('./lobby.js').Card} Card
 * @typedef {import('./lobby.js').Seeker} Seeker
 */

/**
 * @type {{page: import('../protocol.js').Page, games: string[], mine: Card[], me: string, search:
 * string, last: string, pairs: string[], waits: Record<string, string>, stars: string[], usual:
 * import('./quick.js').Usual, member: boolean, friends: string[], stakes:
 * import('./stake.js').StakeTerms|null}}
 */
const boot = JSON.parse(byId('boot').textContent ?? '');
const lobby = new Lobby(question(location.search), boot.page);
const ownCards = signal(boot.mine),
  up = signal(true),
  paused = signal(false),
  tick = signal(0);
/** @type {import('./featured.js').Featured|null} */
let watched = null;

const socket = new Socket(hear, (open) => {
  up.value = open;
});
socket.onOpen = () => {
  ask();
  watched?.again();
};
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (
  performance.getEntriesByType('navigation')
);
socket.clockOffset = boot.page.now - (loaded?.responseStart ?? 0);
const quick = new Quick(
  (message) => socket.say(message),
  boot.games,
  boot.member,
  boot.last,
  boot.usual,
);
const waiting = new Waiting((message) => socket.say(message));

/** What is to be sent from now on. */
function ask() {
  const { what: list, page, game, speed, stakes } = lobby.query.peek();
  socket.say(
    /** @type {import('../protocol.js').WatchLobby} */ ({
      t: 'hall',
      what: list,
      page,
      game,
      speed,
      stakes,
    }),
  );
  quick.seek();
}

/** @param {FromServer} message */
function hear(message) {
  waiting.hear(message);
  if (message.t === 'state' || message.t === 'ev') watched?.hear(message);
  else if (message.t === 'page') {
    if (!lobby.take(message)) ask();
  } else if (message.t === 'seeking') quick.hear(message);
  else if (message.t === 'go' && message.why !== 'tournament') {
    if (!quick.wanted.value) return;
    quick.stop();
    location.assign(`/t/${message.m}`);
  } else if (message.t === 'mine') ownCards.value = [...message.cards];
  else if (message.t === 'status') paused.value = !message.up;
  else if (message.t === 'no') {
    quick.stop();
    if (quick.isStaked) quick.refusal.value = message;
    else note(message.text);
  }
}

/** @param {string} text */
function note(text) {
  byId('lobby-message').textContent = text;
}

// ---- the lists
let isRequested = false;
effect(() => {
  const query = lobby.query.value;
  if (isRequested) {
    ask();
    history.replaceState(null, '', `${address(query)}${location.hash}`);
  }
  isRequested = true;
});

/**
 * Play with somebody who searches.
 * @param {Seeker} seeker
 */
function join(seeker) {
  quick.join(seeker);
  byId('quick-box').scrollIntoView({ block: 'center' });
}

const doings = {
  info,
  join,
  me: boot.me,
  search: boot.search,
  last: boot.last,
  member: boot.member,
  friends: new Set(boot.friends),
  mine: (/** @type {string} */ id) => ownCards.value.some((card) => card.id === id),
};
mount(byId('lobby-tabs'), () =>
  tabs(lobby, (e, list) => {
    e.preventDefault();
    lobby.turn({ what: list });
  }),
);
mount(byId('lobby-filters'), () => filters(lobby, boot.games));
mount(byId('lobby-list'), () => {
  void tick.value;
  return list(lobby, socket.now, doings);
});
mount(byId('lobby-pages'), () => pager(lobby));
/** the searches of others */
const seeks = computed(() =>
  lobby.seeks.value.filter(
    (seeker) => seeker.id !== boot.search && (boot.member || !seeker.stakes),
  ),
);
let isTapped = false;
/** One takes the place of the other: a keyboard goes on in what has come. */
function focusBox() {
  if (!isTapped || document.activeElement !== document.body) return;
  document
    .querySelector(/** @type {'button'} */ ('#unseek, #seek'))
    ?.focus({ preventScroll: true });
}
/** the search that goes on */
const panel = lazy(() =>
  import('./searching.js').then((module) => {
    setTimeout(focusBox);
    return module;
  }),
);
mount(byId('quick-box'), () =>
  quick.wanted.value
    ? (panel()?.searching(quick, { seeks: seeks.value, join }, tick.value) ?? nothing)
    : box(quick, { ...boot, seeks: seeks.value, join }),
);
byId('quick-box').addEventListener('click', () => {
  isTapped = true;
  focusBox();
});
setInterval(() => {
  if (!document.hidden) tick.value++;
}, 1000);

const termsSheet = whenLoaded(() => import('./terms_sheet.js'));

/**
 * The terms of a table in a sheet.
 * @param {Event} e
 * @param {string} id
 */
async function info(e, id) {
  e.preventDefault();
  await termsSheet((m) => m.show(id));
}

// ---- the tiles: how many tables there are of each game; most tiles come when they are asked for
const more = /** @type {HTMLDetailsElement|null} */ (document.querySelector('.more-games'));
more?.addEventListener('toggle', () => void (more.open && loadTiles()));
effect(() => {
  const part = furtherTiles.value;
  if (part) startStars(part, boot.stars, boot.member);
});
effect(() => {
  void furtherTiles.value;
  const counts = lobby.counts.value;
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-tables]')
  )) {
    const game = el.dataset.tables ?? '',
      [open, playing] = counts[game] ?? [0, 0];
    const list = open ? 'open' : 'playing';
    const to = /** @type {const} */ ({ what: list, page: 0, game, speed: '', stakes: '' });
    const show = (/** @type {Event} */ e) => {
      e.preventDefault();
      lobby.turn(to);
      byId('hall').scrollIntoView();
    };
    const label = t(`tables_${list}`, { n: open || playing });
    el.hidden = !(open + playing);
    render(
      el.hidden
        ? nothing
        : html`<a href=${`${address(to)}#hall`} title=${label} aria-label=${label} @click=${show}
            >${icon(open ? 'dice' : 'eye')}${open || playing}</a
          >`,
      el,
    );
  }
});

// ---- what the device keeps: favourites; the level of the computer on the button that starts
startStars(document, boot.stars, boot.member);
const level = /** @type {HTMLSelectElement} */ (byId('level'));
const nameLevel = () => {
  byId('level-name').textContent = level.selectedOptions[0].text;
};
level.addEventListener('change', nameLevel);
addEventListener('pageshow', nameLevel); // who comes back to the page finds chosen what they chose there

// ---- a match to watch
const featured = document.getElementById('featured');
if (featured)
  void whenLoaded(() => import('./featured.js'))((m) => {
    watched = new m.Featured(featured, (out) => socket.say(out));
  });

// ---- the computer, while the search goes on; the table's page searches on
byId('one-tap').addEventListener('submit', () => setPendingSearch(quick.wanted.value));
const before = pendingSearch();
setPendingSearch(null);
if (boot.stakes) await quick.offerStakes(boot.stakes); // without them one plays all the same
/** The address may say that the search begins, from another page or from a line of this one. */
function seekWhenAsked() {
  if (location.hash !== '#seek') return false;
  history.replaceState(null, '', location.pathname + location.search);
  quick.find();
  return true;
}
if (!seekWhenAsked() && before) quick.start(before);
addEventListener('hashchange', seekWhenAsked);

// ---- the connection
effect(() => {
  if (up.value && !paused.value) {
    note('');
    return undefined;
  }
  const timer = setTimeout(() => note(t(paused.value ? 'paused' : 'line_lost')), 1200);
  return () => clearTimeout(timer);
});

for (const form of document.querySelectorAll('form.look'))
  form.addEventListener('submit', () => quick.stop());
Object.assign(window, { zaria: { lobby, quick, socket } });
document.documentElement.dataset.ready = '1';
