/**
 * The service worker, served as /sw.js. Pages come from the network, and their last copies where there is
 * no line; files whose names change with their content come from the cache. Forms pass by: whatever is sent
 * takes effect on the server or not at all. A knock of the server becomes a notice of the device.
 */
const worker = /** @type {any} */ (self);

/**
 * What the server writes above this script: a mark of the release, the style sheets of the page without a
 * line, and the name and the icon of the club.
 * @type {{release: string, sheets: string[], name: string, icon: string}}
 */
const club = worker.club;

const FILES = 'zaria-files',
  PAGES = 'zaria-pages:',
  SHELL = 'zaria-shell:';
/** The page without a line, and a bar for copies of other pages in it. */
const OFFLINE = '/offline',
  BAR = /<section class="app-bar no-line"[^]*?<\/section>/;
/** ms that the network has before a copy is shown. */
const PATIENCE = 4000;
const MOST_PAGES = 40,
  MOST_FILES = 400;
const HASHED = /^\/static\/.*\.[0-9a-f]{6,12}\./;
/** Pages of which a copy stays: the front page, tables and records, own games, rules. */
const COPIED =
  /^\/(?:|t\/[\w-]+(?:\/replay)?|me\/waiting|me\/stats\/games|rules(?:\/[\w-]+)?|words|help)$/;
/** Where one signs in, out and up. */
const ACCOUNT = '/account/';

/** Where the club learns of this device, and the mark of the reader for whom: see js/shell/push_device.js. */
const DEVICE = '/notices/push',
  MEMORY = 'zaria-device',
  READER = '/reader';

/** Whether somebody may have signed in since this device was sent to the club. */
let hasSigned = false;

/** The pages that a page may have fetched in advance: tables. */
const TABLE = /^\/t\/[\w-]+$/;
/** ms for which a page that was fetched in advance is good. */
const GOOD = 120_000;

/**
 * The page to which a player goes next: for one visit, and for the reader of that moment.
 * @type {{url: string, response: Promise<Response|null>, age: number, until: number}|null}
 */
let expected = null;

/** Counts how often copies were forgotten: a page that was requested before must not come back. */
let age = 0;

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(hear(event.data)));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== 'GET') {
    if (!pathname.startsWith(ACCOUNT)) return;
    hasSigned = true;
    event.waitUntil(forget());
  } else if (HASHED.test(pathname)) event.respondWith(file(event));
  else if (request.mode === 'navigate' && request.destination === 'document')
    event.respondWith(page(event));
});

/** Fetch what is shown without a line; take over at once unless somebody sits at a table. */
async function install() {
  const shell = await caches.open(SHELL + club.release);
  await shell.add(new Request(OFFLINE, { cache: 'reload' }));
  const files = await caches.open(FILES);
  await files.addAll(club.sheets);
  await takeOver();
}

/** Remove what only the worker before needed; no file that an open page may still ask for is among it. */
async function activate() {
  await worker.clients.claim();
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys())
    if (name.startsWith(SHELL) && name !== SHELL + club.release) await caches.delete(name);
  await trim(await caches.open(FILES), MOST_FILES);
}

/**
 * @param {'update'|'arrived'|{next: string}} message "update" of a reader, "arrived" of a page that begins,
 * the path of the table to which a player goes next
 */
async function hear(message) {
  if (message === 'update') await worker.skipWaiting();
  else if (message === 'arrived') await takeOver();
  else if (message.next) await expectPage(message.next);
}

/** @param {string} path of a table, to be loaded in advance */
async function expectPage(path) {
  const { href, pathname } = new URL(path, location.origin);
  if (!TABLE.test(pathname)) return;
  const headers = { Accept: 'text/html', 'Zaria-Ahead': '1' },
    response = fetch(href, { headers }).then(
      (answer) => (answer.status === 200 && !answer.redirected ? answer : null),
      () => null,
    );
  expected = { url: href, response, age, until: Date.now() + GOOD };
  await response;
}

/**
 * Take the page that was fetched in advance; null for another one.
 * @param {string} url
 */
async function takeExpected(url) {
  const taken = expected?.url === url && expected.age === age && Date.now() < expected.until;
  const response = taken ? expected?.response : null;
  if (taken) expected = null;
  return (await response) ?? null;
}

/** Replace the worker before, unless a table is open. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isPlaying = pages.some((/** @type {any} */ { url }) =>
    new URL(url).pathname.startsWith('/t/'),
  );
  if (!isPlaying) await worker.skipWaiting();
}

/**
 * A page: the one that was fetched in advance, else from the network in time, else its last copy, else from
 * the network after all.
 * @param {any} event
 */
async function page(event) {
  const ahead = await takeExpected(event.request.url),
    loading = load(event);
  event.waitUntil(loading.catch(() => {}));
  if (ahead) return ahead;
  const inTime = await Promise.race([
    loading.catch(() => null),
    new Promise((done) => {
      setTimeout(done, PATIENCE, null);
    }),
  ]);
  return inTime ?? (await lastCopy(event.request.url)) ?? loading.catch(noLine);
}

/**
 * The page from the network; a copy of it stays.
 * @param {any} event
 * @returns {Promise<Response>}
 */
async function load(event) {
  const began = age,
    response = (await event.preloadResponse) || (await fetch(event.request));
  event.waitUntil(remember(event.request.url, response.clone(), began).catch(() => {}));
  if (hasSigned) event.waitUntil(tellAgain(response.headers.get('zaria-reader')).catch(() => {}));
  return response;
}

/**
 * Keep a copy of a page for its reader, and none for anybody else.
 * @param {string} url
 * @param {Response} response
 * @param {number} began the age of the copies when the page was requested
 */
async function remember(url, response, began) {
  const reader = response.headers.get('zaria-reader'),
    { pathname, search } = new URL(url);
  if (reader === null || began !== age) return;
  await forget(PAGES + reader);
  if (response.status !== 200 || response.redirected || search || !COPIED.test(pathname)) return;
  const now = age,
    copies = await caches.open(PAGES + reader);
  await copies.delete(url);
  if (now === age) await copies.put(url, response);
  await trim(copies, MOST_PAGES);
  await translate(response.headers.get('content-language'));
}

/**
 * Forget the copies of pages.
 * @param {string} [spared] the name of a cache that stays
 */
async function forget(spared = '') {
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES) && name !== spared);
  if (names.length || !spared) age += 1;
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Fetch the page without a line anew, if the reader has changed the language.
 * @param {string|null} language
 */
async function translate(language) {
  const shell = await caches.open(SHELL + club.release),
    stored = await shell.match(OFFLINE, { ignoreVary: true });
  if (stored && language && stored.headers.get('content-language') !== language)
    await shell.add(new Request(OFFLINE, { cache: 'reload' }));
}

/**
 * The last copy of a page, with a bar that says so.
 * @param {string} url
 */
async function lastCopy(url) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PAGES)) continue;
    const copies = await caches.open(name),
      copy = await copies.match(url, { ignoreSearch: true, ignoreVary: true });
    if (copy) return withBar(copy);
  }
  return null;
}

/** @param {Response} copy */
async function withBar(copy) {
  const text = await copy.text(),
    shell = await noLine(),
    bar = BAR.exec(await shell.text())?.[0] ?? '',
    language = /<html[^>]*?\blang="([\w-]+)"/.exec(text)?.[1],
    date = copy.headers.get('date'),
    at = date
      ? new Date(date).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
      : '';
  const dated = bar.replace(/(<time[^>]*>)/, (time) => time + at),
    headers = new Headers(copy.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(
    text.replace(/<body[^>]*>/, (body) => body + dated),
    { headers },
  );
}

/** The page without a line. */
async function noLine() {
  const shell = await caches.open(SHELL + club.release);
  return (await shell.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
}

/**
 * A file whose name changes with its content.
 * @param {any} event
 */
async function file(event) {
  const { url } = event.request,
    files = await caches.open(FILES).catch(() => null),
    stored = await files?.match(url, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(event.request);
  if (files && response.status === 200)
    event.waitUntil(files.put(url, response.clone()).catch(() => {}));
  return response;
}

/**
 * Remove the oldest entries.
 * @param {Cache} cache
 * @param {number} most
 */
async function trim(cache, most) {
  const entries = await cache.keys();
  await Promise.all(
    entries.slice(0, Math.max(0, entries.length - most)).map((entry) => cache.delete(entry)),
  );
}

/**
 * What the server knocks with: declarative Web Push, which some browsers show without a worker.
 * @typedef {object} Knock
 * @property {{title?: string, body?: string, navigate?: string, tag?: string, lang?: string}} [notification]
 * @property {number|string} [app_badge] how many tables wait
 */

worker.addEventListener('push', (/** @type {any} */ event) =>
  event.waitUntil(showKnock(readKnock(event.data))),
);

/**
 * @param {{json: () => any}|null} data
 * @returns {Knock} empty, if it cannot be read: a knock that shows nothing ends the subscription
 */
function readKnock(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** @param {Knock} knock */
async function showKnock({ notification = {}, app_badge: waiting }) {
  const { title = club.name, body = '', navigate = '/', tag = '', lang = '' } = notification;
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang,
    renotify: tag !== '',
    icon: club.icon,
    data: navigate,
  });
  if (waiting !== undefined)
    await Promise.resolve(worker.navigator.setAppBadge?.(Number(waiting))).catch(() => {});
}

worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) =>
  event.waitUntil(tell((key) => event.newSubscription ?? subscribe(key))),
);

/** @param {string} key */
const subscribe = (key) =>
  worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });

/** The mark of the reader for whom this device is notified. */
async function notifiedReader() {
  return (await (await caches.open(MEMORY)).match(READER))?.text();
}

/**
 * A device is forgotten with the session in which it was added: tell it again when its reader is back.
 * @param {string|null} reader of the page that is shown
 */
async function tellAgain(reader) {
  if (reader === null || reader !== (await notifiedReader())) return;
  hasSigned = false;
  await tell(() => worker.registration.pushManager.getSubscription());
}

/**
 * Tell the club the subscription of this device, if its reader is the one who is signed in.
 * @param {(key: string) => any} find the subscription, by the club's key
 */
async function tell(find) {
  const { key, reader, token } = await (await fetch(`${DEVICE}/key`)).json();
  if (!key || !token || reader !== (await notifiedReader())) return;
  const subscription = await find(key);
  if (!subscription) return;
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
  await fetch(DEVICE, { method: 'POST', headers, body: JSON.stringify(subscription) });
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/**
 * Show a page of the club, which may have several origins: a tab that has it, else a new one.
 * @param {string} navigate
 */
async function open(navigate) {
  const { pathname, search } = new URL(navigate, location.origin),
    address = new URL(pathname + search, location.origin);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of pages)
    if (new URL(client.url).pathname === address.pathname) return client.focus();
  return worker.clients.openWindow(address.href);
}
