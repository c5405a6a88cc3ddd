/** What a browser says of itself in the settings of notices. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';

import { notifiedDevice } from '#js/shell/push_device.js';

const KEY = 'AQID',
  ENDPOINT = 'https://push.example/send/1';

const before = ['Notification', 'navigator'].map((name) => [
  name,
  Object.getOwnPropertyDescriptor(globalThis, name),
]);
const restore = () => {
  for (const [name, property] of before)
    if (property) Object.defineProperty(globalThis, name, property);
    else delete globalThis[name];
};

/** Let the browser have a subscription by a key, or none. */
function browse(permission, key) {
  const options = { applicationServerKey: Uint8Array.from(key ?? []).buffer },
    subscription = key && { endpoint: ENDPOINT, options },
    pushManager = { getSubscription: async () => subscription },
    values = {
      Notification: { permission },
      navigator: { serviceWorker: { getRegistration: async () => ({ pushManager }) } },
    };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

describe('a device', () => {
  afterEach(restore);
  test('has the mark that the server gives it', async () => {
    browse('granted', [1, 2, 3]);
    assert.equal(await notifiedDevice(KEY), createHash('sha256').update(ENDPOINT).digest('hex'));
  });

  for (const [name, permission, key] of [
    ['without a subscription', 'granted', null],
    ['without permission', 'denied', [1, 2, 3]],
    ['with an earlier key', 'granted', [1, 2, 4]],
  ])
    test(`${name} is not notified`, async () => {
      browse(permission, key);
      assert.equal(await notifiedDevice(KEY), '');
    });
});
