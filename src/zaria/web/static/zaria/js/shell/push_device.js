/**
 * The subscription of this browser to Web Push: begun after a tap, ended, and sent to the server anew.
 * The pages give the club's key; the worker shows what comes.
 */
import { ENOUGH } from '../ui/imports.js';

const WORKER = '/sw.js',
  ADDRESS = '/notices/push',
  /** The mark of the reader for whom this device is notified, which the worker reads. */
  MEMORY = 'zaria-device',
  READER = '/reader';

/** Whether this browser can be notified at all. */
export function canNotify() {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/**
 * The mark of this browser among the devices in the settings, or "" if no knock can arrive: the reader has
 * withdrawn the permission, or it subscribed with another key than the club has now.
 * @param {string} key the club's public key in base64url
 */
export async function notifiedDevice(key) {
  const subscription = await currentSubscription();
  if (!subscription || Notification.permission !== 'granted' || !isOf(subscription, key)) return '';
  const endpoint = new TextEncoder().encode(subscription.endpoint),
    digest = new Uint8Array(await crypto.subtle.digest('SHA-256', endpoint));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The present subscription of this browser, or null. */
async function currentSubscription() {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Ask for permission, subscribe, and tell the server. Call it after a tap: browsers refuse it otherwise.
 * @param {string} key the club's public key in base64url
 * @param {string} token against forged requests
 * @param {string} reader the mark of the reader
 * @returns {Promise<'on' | 'denied' | 'failed'>}
 */
export async function notifyDevice(key, token, reader) {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    // one that the server does not have may be dead: it forgets those
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
    if (!(await send('POST', { ...subscription.toJSON(), time_zone: zone() }, token)))
      return 'failed';
    await (await caches.open(MEMORY)).put(READER, new Response(reader));
    return 'on';
  } catch {
    return 'failed';
  }
}

/**
 * End the subscription, here and at the server.
 * @param {string} token
 */
export async function forgetDevice(token) {
  await caches.delete(MEMORY);
  const subscription = await currentSubscription();
  if (!subscription) return true;
  const isTold = await send('DELETE', { endpoint: subscription.endpoint }, token);
  return (await subscription.unsubscribe()) && isTold;
}

/**
 * @param {PushSubscription} subscription
 * @param {string} key
 */
function isOf(subscription, key) {
  const current = subscription.options.applicationServerKey;
  return current !== null && String(new Uint8Array(current)) === String(bytes(key));
}

/** @param {string} text base64url */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
}

function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}

/**
 * @param {'POST' | 'DELETE'} method
 * @param {object} body
 * @param {string} token
 */
async function send(method, body, token) {
  const answer = await fetch(ADDRESS, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ENOUGH),
  });
  return answer.ok;
}
