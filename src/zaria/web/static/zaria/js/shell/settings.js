/**
 * Preferences. A guest's device keeps them, and cookies the look, which the server draws
 * first. What a member has saved comes with the page; what they change here since then is newer, and
 * is sent to the server (`settings_sync.js`).
 */
import { signal } from '@preact/signals-core';
import { whenLoaded } from '../ui/imports.js';

/** @type {Settings} */
const FIRST = {
  hints: true,
  names: false,
  numbers: true,
  pips: true,
  left: false,
  upright: false,
  speed: 1,
  flip: null,
  round: null,
  local_turn: false,
  roll: true,
  roll_double: false,
  double: 'lead',
  forced: false,
  bear: false,
  done: false,
  next_table: true,
  confirm: false,
  sure: true,
  sound: true,
  volume: 1,
  sound_move: true,
  sound_roll: true,
  sound_double: true,
  sound_turn: true,
  sound_time: true,
  buzz: false,
};
const KEY = 'zaria',
  LATER = 'zaria:later';

/** @typedef {Record<string, any>} Some settings and parts of the look */
/**
 * Changes that the server may not know yet: whose, and when the last of them was made (ms).
 * @typedef {{who: string, at: number, set: Some}} Later
 */
/**
 * Goods that a member bought: their titles and style sheets, by part of the look and name.
 * @typedef {Record<string, Record<string, [string, string]>>} Goods
 */

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* a browser without storage forgets */
  }
}

/**
 * What a member had saved when the page was made; null for a guest.
 * @type {Later & {goods?: Goods}|null}
 */
const saved = JSON.parse(document.getElementById('saved')?.textContent || 'null');

/**
 * What this member changed here after that.
 * @returns {Some}
 */
function later() {
  /** @type {Later|null} */
  const changes = read(LATER);
  return saved && changes && changes.who === saved.who && changes.at > saved.at ? changes.set : {};
}

/** @returns {Settings} */
const stored = () => ({ ...FIRST, ...(saved?.at ? saved.set : read(KEY)), ...later() });

export const settings = signal(stored());
addEventListener('storage', (e) => {
  if (e.key === KEY) settings.value = { ...FIRST, ...read(KEY) };
});

/** @param {Partial<Settings>} some */
export function change(some) {
  settings.value = { ...settings.value, ...some };
  write(KEY, settings.value);
  keep(some);
}

const root = document.documentElement;
export const goods = saved?.goods;
/** The look as the attributes of the page have it; a part that is missing has its default. */
export const look = signal(/** @type {Look_} */ ({ theme: '', ...root.dataset }));

if (goods) void whenLoaded(() => import('./goods.js'))((m) => m.follow(goods, look));

/**
 * Wear parts of the look, a theme of "" is the system's; the cookies let the server draw it at the
 * next visit.
 * @param {Partial<Look_>} some
 */
export function changeLook(some) {
  look.value = { ...look.value, ...some };
  for (const [name, value] of Object.entries(some)) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    document.cookie = `zaria_${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  }
  keep(some);
}

/**
 * Let a member's other devices know.
 * @param {Some} some
 */
function keep(some) {
  if (!saved) return;
  write(LATER, {
    who: saved.who,
    at: Date.now(),
    set: { ...(saved.at ? later() : { ...settings.value, ...look.value }), ...some },
  });
  tell();
}

const settingsSync = whenLoaded(() => import('./settings_sync.js'));

/** Tell the server what it may not know. */
function tell() {
  void settingsSync((m) =>
    m.schedule(
      () => read(LATER),
      (was, at) => {
        if (saved) saved.at = Math.max(saved.at, at);
        if (read(LATER)?.at === was.at) localStorage.removeItem(LATER);
      },
    ),
  );
}

const since = Object.entries(later()).filter(([name]) => !(name in FIRST));
if (since.length) changeLook(Object.fromEntries(since));
else if (Object.keys(later()).length) tell();
