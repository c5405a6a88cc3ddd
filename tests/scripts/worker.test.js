/** The service worker beside a browser: knocks and what they open, and the answers that it gives. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const SOURCE = readFileSync('src/zaria/web/static/zaria/worker/worker.js', 'utf8');
const ORIGIN = 'https://club.example';

/** Copies in memory, as much of them as the worker needs. */
class Copies {
  names = new Map();
  async open(name) {
    if (!this.names.has(name)) this.names.set(name, new Map());
    const entries = this.names.get(name);
    return {
      match: async (url, { ignoreSearch = false } = {}) => {
        const path = (text) => (ignoreSearch ? text.split('?')[0] : text);
        for (const [key, response] of entries) if (path(key) === path(url)) return response.clone();
        return undefined;
      },
      put: async (url, response) => void entries.set(url, response),
      delete: async (url) => entries.delete(url.url ?? url),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      add: async () => void entries.set('/offline', new Response('offline')),
      addAll: async () => {},
    };
  }
  keys = async () => [...this.names.keys()];
  delete = async (name) => this.names.delete(name);
}

/** A worker that has begun: what it shows and opens, and how to wake it. */
function begun({ pages = [], network = async () => new Response('page') } = {}) {
  const listeners = {},
    log = { notices: [], badges: [], opened: [], focused: [], skipped: 0 };
  const clients = {
    matchAll: async () =>
      pages.map((path) => ({
        url: ORIGIN + path,
        focus: async () => void log.focused.push(path),
      })),
    openWindow: async (url) => void log.opened.push(url),
    claim: async () => {},
  };
  const copies = new Copies(),
    scope = {
      club: { release: 'r2', sheets: [], name: 'Tabla Varna', icon: '/icon.png' },
      addEventListener: (name, listener) => {
        listeners[name] = listener;
      },
      registration: {
        showNotification: async (title, options) => void log.notices.push({ title, ...options }),
        pushManager: {
          getSubscription: async () => ({ endpoint: 'old' }),
          subscribe: async ({ applicationServerKey }) => ({ endpoint: applicationServerKey }),
        },
      },
      navigator: { setAppBadge: async (n) => void log.badges.push(n) },
      clients,
      skipWaiting: async () => {
        log.skipped += 1;
      },
    };
  const values = { URL, Response, Headers, Request: class {}, Date, Promise, JSON, Number, Math };
  const sandbox = {
    ...values,
    self: scope,
    caches: copies,
    location: new URL(ORIGIN),
    fetch: network,
    setTimeout: (act, ms, value) => setTimeout(act, ms, value).unref(),
  };
  runInContext(SOURCE, createContext(sandbox));
  /** Wake it with an event, and wait for all that it does. */
  const wake = async (name, fields = {}) => {
    const lasting = [],
      waitUntil = (promise) => lasting.push(promise);
    let answer;
    listeners[name]({ ...fields, waitUntil, respondWith: (promise) => (answer = promise) });
    const response = await answer;
    for (let i = 0; i < lasting.length; i++) await lasting[i];
    return response;
  };
  const request = (path, { method = 'GET', mode = 'navigate' } = {}) =>
    wake('fetch', { request: { url: ORIGIN + path, method, mode, destination: 'document' } });
  return { wake, request, log, copies };
}

const knock = (value) => ({ data: { json: () => value } });
const page = (reader, text = '<html lang="en"><body>page</body>') =>
  new Response(text, { headers: { 'zaria-reader': reader, 'content-type': 'text/html' } });

describe('a knock', () => {
  test('shows what the server says', async () => {
    const { wake, log } = begun(),
      notification = { title: 'Your turn', body: 'Tabla', navigate: '/t/a', tag: 't1', lang: 'bg' };
    await wake('push', knock({ web_push: 8030, notification, app_badge: '3' }));
    const { navigate, ...shown } = notification;
    assert.deepEqual(
      log.notices.map((notice) => ({ ...notice })),
      [{ ...shown, renotify: true, icon: '/icon.png', data: navigate }],
    );
    assert.deepEqual(log.badges, [3]);
  });
  const unreadable = {
    json: () => {
      throw new SyntaxError();
    },
  };
  for (const [name, data] of [
    ['without words', null],
    ['that cannot be read', unreadable],
    ['that is empty', { json: () => ({}) }],
  ])
    test(`${name} shows the club: one that shows nothing ends the subscription`, async () => {
      const { wake, log } = begun();
      await wake('push', { data });
      assert.deepEqual(
        log.notices.map(({ title, data: address }) => [title, address]),
        [['Tabla Varna', '/']],
      );
      assert.deepEqual(log.badges, []);
    });
});

describe('a device', () => {
  /** A worker whose device is notified for Ann, beside a club that says who is signed in. */
  const device = async (reader, key = 'club-key') => {
    const sent = [],
      network = async (request, { body = '', headers } = {}) => {
        if (request === '/notices/push/key') return Response.json({ key, reader, token: 'secret' });
        if (request !== '/notices/push') return page(reader);
        sent.push([JSON.parse(body).endpoint, headers['X-CSRFToken']]);
        return new Response();
      },
      { copies, ...club } = begun({ network });
    await (await copies.open('zaria-device')).put('/reader', new Response('ann'));
    return { ...club, sent };
  };
  const change = async (newSubscription, ...club) => {
    const { wake, sent } = await device(...club);
    await wake('pushsubscriptionchange', { newSubscription });
    return sent;
  };
  test('that the browser subscribes anew is sent', async () => {
    assert.deepEqual(await change({ endpoint: 'new' }, 'ann'), [['new', 'secret']]);
    assert.deepEqual(await change(null, 'ann'), [['club-key', 'secret']]);
  });
  test('is not sent for another reader, nor to a club that cannot knock', async () => {
    assert.deepEqual(await change({ endpoint: 'new' }, 'bob'), []);
    assert.deepEqual(await change({ endpoint: 'new' }, 'ann', ''), []);
  });
  for (const [reader, sent] of [
    ['ann', [['old', 'secret']]],
    ['bob', []],
  ])
    test(`is sent once after ${reader} has signed in: ${sent.length}`, async () => {
      const club = await device(reader);
      await club.request('/');
      assert.deepEqual(club.sent, []);
      await club.request('/account/login/', { method: 'POST' });
      for (let i = 0; i < 2; i++) await club.request('/');
      assert.deepEqual(club.sent, sent);
    });
});

describe('a tap on a notice', () => {
  const tap = async (address, pages) => {
    const { wake, log } = begun({ pages });
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    await wake('notificationclick', { notification: { data: address, close } });
    assert.ok(isClosed);
    return [log.focused, log.opened];
  };
  test('opens the table', async () =>
    assert.deepEqual(await tap('/t/a', ['/', '/t/b']), [[], [`${ORIGIN}/t/a`]]));
  test('leads to the tab that has it', async () =>
    assert.deepEqual(await tap('/t/a', ['/', '/t/a']), [['/t/a'], []]));
  test('never leaves the club', async () =>
    assert.deepEqual(await tap('https://elsewhere.example/t/a?b=1', []), [
      [],
      [`${ORIGIN}/t/a?b=1`],
    ]));
});

describe('a new worker', () => {
  for (const [pages, skipped] of [
    [[], 1],
    [['/', '/rules'], 1],
    [['/', '/t/a'], 0],
  ])
    test(`with ${pages.join(' and ') || 'no page'} open takes over: ${skipped}`, async () => {
      const { wake, log } = begun({ pages });
      await wake('install');
      assert.equal(log.skipped, skipped);
      await wake('message', { data: 'update' });
      assert.equal(log.skipped, skipped + 1);
    });
});

describe('pages', () => {
  test('of one reader go when another comes', async () => {
    const readers = ['ann', 'ann', 'bob'];
    const { request, copies } = begun({ network: async () => page(readers.shift()) });
    await request('/t/a');
    await request('/rules');
    assert.deepEqual([...copies.names.get('zaria-pages:ann').keys()].length, 2);
    await request('/rules');
    assert.deepEqual(await copies.keys().then((names) => names.filter((n) => /pages/.test(n))), [
      'zaria-pages:bob',
    ]);
  });
  test('go when somebody signs in or out', async () => {
    const { request, copies } = begun({ network: async () => page('ann') });
    await request('/t/a');
    await request('/account/logout/', { method: 'POST' });
    assert.ok(!copies.names.has('zaria-pages:ann'));
  });
  test('that come after somebody has signed out leave no copy', async () => {
    let answer;
    const { request, copies } = begun({
      network: () => new Promise((done) => (answer = done)),
    });
    const loading = request('/t/a');
    while (!answer) await Promise.resolve();
    await request('/account/logout/', { method: 'POST' });
    answer(page('ann'));
    await loading;
    assert.ok(!copies.names.has('zaria-pages:ann'));
  });
  test('of settings, staff and searches leave no copy', async () => {
    const { request, copies } = begun({ network: async () => page('ann') });
    for (const path of ['/me', '/staff/', '/messages', '/?list=playing', '/account/login/'])
      await request(path);
    assert.equal(copies.names.get('zaria-pages:ann'), undefined);
  });
  test('are sent by the network while it answers, whatever there is a copy of', async () => {
    const texts = ['<body>old', '<body>new'];
    const { request } = begun({ network: async () => page('ann', texts.shift()) });
    await request('/t/a');
    assert.equal(await (await request('/t/a')).text(), '<body>new');
  });
  test('are no more than forty', async () => {
    const { request, copies } = begun({ network: async () => page('ann') });
    for (let i = 0; i < 45; i++) await request(`/t/${i}`);
    const urls = [...copies.names.get('zaria-pages:ann').keys()];
    assert.deepEqual([urls.length, urls[0]], [40, `${ORIGIN}/t/5`]);
  });
  test('of a form and of another origin are none of its business', async () => {
    const { request, wake } = begun();
    assert.equal(await request('/new', { method: 'POST' }), undefined);
    const elsewhere = { url: 'https://elsewhere.example/', method: 'GET', mode: 'navigate' };
    assert.equal(await wake('fetch', { request: elsewhere }), undefined);
  });
});

test('a file whose name changes with its content is fetched once', async () => {
  let n = 0;
  const { request } = begun({ network: async () => new Response(String(++n)) });
  const path = '/static/zaria/js/a.0123ab.js',
    texts = [];
  for (let i = 0; i < 2; i++) texts.push(await (await request(path, { mode: 'cors' })).text());
  assert.deepEqual(texts, ['1', '1']);
});
