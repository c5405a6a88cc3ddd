/** The settings of notices: the zone of the browser, and the button that has this device notified. */
import { canNotify, forgetDevice, notifiedDevice, notifyDevice } from '../shell/push_device.js';

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
  const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll('[data-device]')]),
    mark = await notifiedDevice(key),
    ownRow = rows.find(({ dataset }) => dataset.device === mark),
    isOn = ownRow !== undefined;
  begin.hidden = isOn;
  end.hidden = !isOn;
  begin.addEventListener('click', async () => {
    begin.disabled = true;
    const result = await notifyDevice(key, token, section.dataset.reader ?? '');
    if (result === 'on') location.reload();
    else status.textContent = status.dataset[result] ?? '';
    begin.disabled = false;
  });
  const forget = async () => {
    if (await forgetDevice(token).catch(() => false)) location.reload();
    else status.textContent = status.dataset.failed ?? '';
  };
  end.addEventListener('click', forget);
  ownRow?.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    void forget();
  });
}

/**
 * @param {HTMLElement} section
 * @param {string} name
 */
function button(section, name) {
  return /** @type {HTMLButtonElement} */ (section.querySelector(`[data-push=${name}]`));
}
