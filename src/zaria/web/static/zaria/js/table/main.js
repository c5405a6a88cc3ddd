/** The table page: puts the parts together. */
import { computed, effect, signal } from '@preact/signals-core';
import { byId, lazy, media, mount, nothing, t } from '../ui/el.js';
import { Live } from '../live.js';
import { Actions, armed, autopilot } from './actions.js';
import { card, face, side } from './beside.js';
import { keyboard, onBoard, thumbs, tools } from './controls.js';
import { change, settings, wear } from './settings.js';
import { Show } from './show.js';
import { gauge, stage } from './stage.js';
import { Table } from './state.js';
import { note, say, sound } from './tell.js';

/** @type {import('../protocol.js').State} */
const boot = JSON.parse(byId('boot').textContent ?? '');
const table = new Table(boot), show = new Show(table);
const upright = signal(false), short = signal(false), menu = signal(false), resigning = signal(false), online = signal(true);
const compact = computed(() => upright.value || short.value);
media('(orientation: portrait) and (max-width: 700px)', (on) => { upright.value = on; });
media('(orientation: landscape) and (max-height: 480px)', (on) => { short.value = on; });

const live = new Live(table.id, boot.n, hear, (up) => { online.value = up; });
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
live.ahead = boot.now - (loaded?.responseStart ?? 0);
const actions = new Actions(table, live);

/** @param {FromServer} message */
function hear(message) {
  if (message.t === 'state') {
    show.queue.clear();
    table.take(message);
    table.sheet.value = message.v.phase === 'over' ? 'match' : '';
  } else if (message.t === 'ev') show.push(message);
  else if (message.t === 'ack') actions.answered(message.c);
  else if (message.t === 'no') {
    const asked = actions.answered(message.c);
    note(message.text, 4000);
    if (asked === 'play') table.reject();
    if (asked) {
      table.held.value = true;
      live.watch(-1);
    }
  }
}

// ---- the board and what lies on it
const root = byId('board');
const board = stage(table, actions, root, upright);
const layer = (/** @type {() => unknown} */ view) => {
  const el = document.createElement('div');
  root.append(el);
  mount(el, view);
};
const close = () => { table.sheet.value = ''; show.queue.skip(); };
const again = () => { table.sheet.value = 'match'; menu.value = false; };
/** this visitor set the table: his seat is kept for him, and he takes it without being asked */
const reserved = computed(() => table.view.value.phase === 'open' && table.you.value === null && table.kept.value);
layer(() => onBoard(actions, compact));
const waiting = lazy(() => import('./wait.js')), result = lazy(() => import('./result.js'));
layer(() => (table.view.value.phase === 'open' && !reserved.value ? waiting()?.wait(actions) ?? nothing : nothing));
layer(() => (table.sheet.value ? result()?.sheet(table, close) ?? nothing : nothing));

// ---- cards, panel, buttons
const tick = signal(0);
for (const [id, rel] of /** @type {const} */ ([['opp', 1], ['me', 0]])) {
  mount(byId(id), () => { void tick.value; return card(actions, rel, live.now, upright.value); });
  effect(() => { byId(id).classList.toggle('on', table.view.value.to_act !== null && table.rel(table.view.value.to_act) === rel); });
}
const mute = () => change({ sound: !settings.value.sound });
const toolbar = () => tools(actions, resigning, again, mute);
mount(byId('side'), () => side(table, compact.value ? toolbar() : nothing, compact.value ? () => { menu.value = false; } : null));
mount(byId('acts'), () => (compact.value ? thumbs(actions, () => { menu.value = !menu.value; }, again) : toolbar()));
effect(() => { byId('table').classList.toggle('open', compact.value && menu.value); });
effect(() => { if (!actions.canResign) resigning.value = false; });
effect(() => { if (table.sheet.value || actions.canAnswer || table.view.value.phase === 'resign') menu.value = false; });
effect(() => {
  if (table.log.value.length) queueMicrotask(() => { const list = document.querySelector('.moves')?.parentElement; if (list) list.scrollTop = list.scrollHeight; });
});

// ---- time
let warned = -1;
effect(() => {
  const { clocks } = table.latest.value, running = clocks?.running ?? null;
  if (!clocks || running === null) return undefined;
  const beat = () => {
    tick.value++;
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

// ---- what happens by itself
autopilot(actions);
effect(() => { if (reserved.value && online.value && !table.held.value) queueMicrotask(() => actions.sit()); });

// ---- the page around
const banner = document.createElement('p');
banner.className = 'line';
banner.setAttribute('role', 'status');
document.body.append(banner);
/** @type {number|undefined} */ let calm;
effect(() => {
  clearTimeout(calm);
  if (online.value) banner.textContent = '';
  else calm = setTimeout(() => { banner.textContent = t('line_lost'); }, 1200);
});
const title = document.title;
effect(() => {
  const mine = table.you.value !== null && table.view.value.to_act === table.you.value;
  document.title = mine ? `● ${t('your_turn')} – ${title}` : title;
});
document.querySelector('form.look')?.addEventListener('submit', (e) => {
  e.preventDefault();
  const pressed = /** @type {SubmitEvent} */ (e).submitter;
  if (pressed instanceof HTMLButtonElement) wear({ theme: pressed.value });
});
keyboard(actions, board, () => live.now, () => {
  const was = menu.value || resigning.value || table.sheet.value !== '' || armed.value !== '';
  menu.value = resigning.value = false;
  armed.value = '';
  if (table.sheet.value) close();
  return was;
});
gauge(root);
if (boot.v.phase === 'over') table.sheet.value = 'match';
Object.assign(window, { zaria: { view: board, table, actions, live, show } });
document.documentElement.dataset.ready = '1';
performance.mark('ready');
