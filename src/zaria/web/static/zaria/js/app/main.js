/**
 * The club as an app: its service worker, a new release of it, and once the hint to install it. The bars
 * come from the server in the language of the page.
 */
import { keep, recall } from '../live/storage.js';
import { ENOUGH, importModule } from '../ui/imports.js';
import { follow as followBadge } from './badge.js';

/** ms between two questions for a new release: an installed app may stay open for weeks. */
const HOUR = 3_600_000;
const KEY = 'zaria.app';
const { serviceWorker } = navigator;
const isTable = document.body.dataset.page === 'table';

/**
 * What this device knows about the installed club.
 * @typedef {object} Memory
 * @property {string} [first] the day of the first visit
 * @property {boolean} [hasDays] a table by the day was opened
 * @property {boolean} [hinted] the hint was shown
 * @property {boolean} [hasTurn] the reader has played a turn by the day
 * @property {boolean} [wasAsked] whether this device may show notices was asked
 */

/** @returns {Memory} */
function memory() {
  try {
    return JSON.parse(recall(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {Memory} changes */
const note = (changes) => keep(KEY, JSON.stringify({ ...memory(), ...changes }));

/**
 * Show a bar above the page, and wait for an answer.
 * @param {string} name as in zaria.club.lobby.installed_app
 * @param {(answer: boolean) => void} answered
 */
async function showBar(name, answered) {
  const id = `app-${name}`;
  if (document.getElementById(id)) return;
  const bar = document.createElement('section');
  bar.id = id;
  bar.className = 'app-bar';
  bar.setAttribute('role', 'status');
  document.body.prepend(bar);
  const signal = AbortSignal.timeout(ENOUGH),
    response = await fetch(`/app/${name}`, { signal }).catch(() => null);
  if (!response?.ok) return bar.remove();
  bar.innerHTML = await response.text();
  for (const button of bar.querySelectorAll('button'))
    button.addEventListener('click', () => {
      bar.remove();
      answered(button.dataset.answer === 'yes');
    });
}

/** @param {string} name */
const hideBar = (name) => document.getElementById(`app-${name}`)?.remove();

/**
 * A new release takes over by itself where no table is open; at a table its player says when.
 * @param {ServiceWorkerRegistration} registration
 */
function follow(registration) {
  let isWanted = false,
    lastCheck = Date.now();
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || !serviceWorker.controller) return;
    if (!isTable) waiting.postMessage('arrived');
    else
      void showBar('update', (answer) => {
        isWanted = answer;
        if (answer) registration.waiting?.postMessage('update');
      });
  };
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer();
    });
  });
  serviceWorker.addEventListener('controllerchange', () => {
    hideBar('update');
    // an open page goes on with its own scripts, which the server keeps
    if (isWanted) location.reload();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheck < HOUR) return;
    lastCheck = Date.now();
    registration.update().catch(() => {});
  });
  offer();
}

/** A copy of a page goes as soon as the line is back. */
function reloadCopy() {
  if (document.querySelector('.no-line'))
    addEventListener('online', () => location.reload(), { once: true });
}

/**
 * The browser's own question, which a script may ask once.
 * @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent
 */

/** Whether Apple's phones and tablets, which cannot be asked by a script, show this page. */
const isApple =
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

/** Offer once to install the club: on the second day, or after the first table by the day. */
function offerInstallation() {
  const today = new Date().toDateString(),
    { first = today, hasDays, hinted } = memory();
  note({ first });
  const isInstalled =
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone);
  if (
    isInstalled ||
    hinted ||
    isTable ||
    document.querySelector('.app-bar') ||
    (first === today && !hasDays)
  )
    return;
  if (isApple) {
    note({ hinted: true });
    void showBar('install-ios', () => {});
    return;
  }
  addEventListener('beforeinstallprompt', (event) => {
    if (memory().hinted) return;
    event.preventDefault();
    note({ hinted: true });
    void showBar('install', (answer) => {
      if (answer) void (/** @type {InstallEvent} */ (event).prompt());
    });
  });
}

/** Keep what a player's page cannot send, and note the first table and the first turn by the day. */
async function followTable() {
  const { session, table } = /** @type {any} */ (window).zaria ?? {};
  if (!isTable || !session) return;
  if (table.isByDay) note({ hasDays: true });
  // without a line the worker has the module, and the server cannot be asked first
  const unsent = await importModule(() => import('./unsent.js'), undefined, true);
  unsent.follow(session, table);
  let isMine = false;
  table.view.subscribe((/** @type {View} */ { to_act }) => {
    const wasMine = isMine;
    isMine = to_act !== null && table.addressed(to_act);
    if (wasMine && !isMine && table.isByDay) note({ hasTurn: true });
  });
}

/** Ask once for notices, on the page after the first own turn by the day. */
function offerNotices() {
  const { hasTurn, wasAsked } = memory();
  if (!hasTurn || wasAsked || !('Notification' in window)) return;
  note({ wasAsked: true });
  if (Notification.permission === 'default') void showBar('notify', () => {});
}

/** Begin; a browser that refuses our worker does without. */
async function begin() {
  reloadCopy();
  offerNotices();
  offerInstallation();
  followBadge();
  try {
    await followTable();
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    follow(registration);
  } catch {
    // the site works without
  }
}

void begin();
