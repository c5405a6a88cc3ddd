/** The settings of notices: the zone of the browser, and the button that has this device notified. */
import {
  canNotify,
  currentSubscription,
  forgetDevice,
  notifyDevice,
} from '../shell/push_device.js';

const section = document.getElementById('devices'),
  key = section?.dataset.pushKey,
  zone = /** @type {HTMLInputElement | null} */ (document.querySelector('input[data-zone]'));

if (zone?.value === 'UTC') zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
if (section && key) start(section, key);

/**
 * @param {HTMLElement} section
 * @param {string} key
 */
async function start(section, key) {
  const begin = button(section, 'begin'),
    end = button(section, 'end'),
    status = /** @type {HTMLElement} */ (section.querySelector('[data-push=status]')),
    token = /** @type {HTMLInputElement} */ (section.querySelector('[name=csrfmiddlewaretoken]'))
      .value;
  if (!canNotify()) {
    status.textContent = status.dataset.unsupported ?? '';
    return;
  }
  const isOn = (await currentSubscription()) !== null;
  begin.hidden = isOn;
  end.hidden = !isOn;
  begin.addEventListener('click', async () => {
    begin.disabled = true;
    const result = await notifyDevice(key, token);
    if (result === 'on') location.reload();
    else status.textContent = status.dataset[result] ?? '';
    begin.disabled = false;
  });
  end.addEventListener('click', async () => {
    if (await forgetDevice(token).catch(() => false)) location.reload();
    else status.textContent = status.dataset.failed ?? '';
  });
}

/**
 * @param {HTMLElement} section
 * @param {string} name
 */
function button(section, name) {
  return /** @type {HTMLButtonElement} */ (section.querySelector(`[data-push=${name}]`));
}
