/**
 * The page of settings: says what is not saved yet, shows colours at once, keeps a guest's settings
 * in their browser.
 */
import { change, look, settings, changeLook } from '../shell/settings.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('settings')),
  guest = 'guest' in form.dataset;
const unsaved = /** @type {HTMLElement} */ (document.getElementById('unsaved')),
  savedNote = /** @type {HTMLElement} */ (document.getElementById('kept'));

/**
 * Values of settings that are no words, as the form carries them.
 * @type {Record<string, unknown>}
 */
const PLAIN = { true: true, false: false, '': null, 0: 0, 0.5: 0.5, 1: 1, 2: 2 };

/** What is chosen, in one text. */
const chosen = () =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]),
  );

/**
 * Show a setting in the form.
 * @param {string} name
 * @param {unknown} value
 */
function show(name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.checked = value === true;
  else if (field instanceof RadioNodeList) field.value = value === null ? '' : String(value);
}

/**
 * What the form says of a setting.
 * @param {string} name
 */
function fieldValue(name) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) return field.checked;
  const { value } = /** @type {RadioNodeList} */ (field);
  return value in PLAIN ? PLAIN[value] : value;
}

// what this device knows is newer than the page, or a guest's own
for (const [name, value] of Object.entries({ ...settings.value, ...look.value })) show(name, value);

let before = chosen(),
  sent = false;
const changed = () => chosen() !== before;

/** The mark, and no word of an earlier save. */
function mark() {
  unsaved.hidden = !changed();
  savedNote.hidden ||= !unsaved.hidden;
}

form.addEventListener('input', (e) => {
  const field = /** @type {HTMLInputElement} */ (e.target);
  if (field.name === 'colour')
    document.getElementById('looks')?.style.setProperty('--arms', field.value);
  if (field.name === 'picture') picked(field);
  mark();
});
addEventListener('pageshow', mark);
addEventListener('beforeunload', (e) => {
  if (!sent && changed()) e.preventDefault();
});

form.addEventListener('submit', (e) => {
  const wrong = document.getElementById('picture-wrong');
  if (wrong?.textContent && form.querySelector(':invalid')) {
    e.preventDefault();
    wrong.scrollIntoView({ block: 'center' });
    return;
  }
  if (!guest) {
    sent = true;
    return;
  }
  e.preventDefault();
  change(
    /** @type {Partial<Settings>} */ (
      Object.fromEntries(Object.keys(settings.value).map((name) => [name, fieldValue(name)]))
    ),
  );
  const parts = form.dataset.looks?.split(' ') ?? [];
  changeLook(Object.fromEntries(parts.map((name) => [name, String(fieldValue(name) ?? '')])));
  before = chosen();
  unsaved.hidden = true;
  savedNote.hidden = false;
});

/**
 * A file was chosen: what is too large is said at once, before it travels.
 * @param {HTMLInputElement} field
 */
function picked(field) {
  const file = field.files?.[0],
    sentences = JSON.parse(document.getElementById('said')?.textContent || '{}');
  const wrong = file && file.size > Number(form.dataset.most) ? sentences.size : '';
  field.setCustomValidity(wrong);
  const place = document.getElementById('picture-wrong');
  if (place) place.textContent = wrong;
}

document.getElementById('refused')?.focus();
document.documentElement.dataset.ready = '1';
