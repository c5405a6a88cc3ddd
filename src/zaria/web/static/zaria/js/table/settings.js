/** How this device plays: kept here and not on the server, except the look, which the server draws first. */
import { signal } from '@preact/signals-core';

/** @type {Settings} */
const FIRST = { sound: true, hints: true, roll: true, forced: false, done: false, names: false, confirm: false, speed: 1, flip: null };
const KEY = 'zaria';

/** @returns {Settings} */
function stored() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return FIRST;
  }
}

export const settings = signal(stored());
addEventListener('storage', (e) => { if (e.key === KEY) settings.value = stored(); });

/** @param {Partial<Settings>} some */
export function change(some) {
  settings.value = { ...settings.value, ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch { /* a browser without storage forgets */ }
}

const root = document.documentElement;
export const THEMES = ['', 'light', 'dark'], SKINS = ['walnut', 'night', 'sand'];
export const look = signal({ theme: root.dataset.theme ?? '', skin: root.dataset.skin ?? SKINS[0] });

/** Wear a theme ("" is the system's) or a skin; the cookies let the server draw it at the next visit.
 *  @param {Partial<{theme: string, skin: string}>} some */
export function wear(some) {
  look.value = { ...look.value, ...some };
  const { theme, skin } = look.value;
  if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
  root.dataset.skin = skin;
  for (const [name, value] of Object.entries(some)) {
    document.cookie = `zaria_${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  }
}
