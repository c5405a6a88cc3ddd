/** What the table says: names and places in words, short sentences between the points and to screen readers, and
 *  six knocks on wood made of filtered noise (no files, nothing before the first touch). */
import { signal } from '@preact/signals-core';
import { opposite } from '../board/geometry.js';
import { byId, t } from '../ui/el.js';
import { settings } from './settings.js';

/** @param {View} view @param {number} side */
export const nameOf = (view, side) => {
  const player = view.players[side];
  return !player ? t('nobody') : player.bot ? t('computer') : player.name;
};

/** "You" for the viewer, else the name. @param {Table} table @param {number} side */
export const playedBy = (table, side) => (side === table.you.value ? t('you') : nameOf(table.view.value, side));

/** A win of so many points, before the cube. @param {number} points */
export const kindName = (points) => t(['single', 'mars', 'koks', 'home_mars'][Math.min(points, 4) - 1]);

/** A point as a screen reader says it: "Point 8: 3 yours, 0 theirs, can go to 5, 3". @param {Table} table @param {number} at */
export function describe(table, at) {
  const { men, pins } = table.at.value, { parallel } = table.kind.value;
  const there = at > 0 && at < 25 ? opposite(at, parallel) : at;
  const place = at === 0 ? t('off') : at === 25 ? t('bar') : t('point', { n: at });
  const parts = [t('counts', { mine: men[0][at], theirs: men[1][there] })];
  if (pins[0].includes(at)) parts.push(t('pinned_mine'));
  if (at > 0 && at < 25 && pins[1].includes(there)) parts.push(t('pinned_theirs'));
  const to = [...table.targets(at).keys()].map((p) => (p ? String(p) : t('off')));
  if (to.length) parts.push(t('can_go', { list: to.join(', ') }));
  return `${place}: ${parts.join(', ')}`;
}

/** All that stands on the board, in words. @param {Table} table */
export function position(table) {
  const list = (/** @type {0|1} */ side) => table.at.value.men[side]
    .map((n, p) => (n && p ? `${p === 25 ? t('bar') : p}: ${n}` : '')).filter(Boolean).reverse().join(', ');
  return t('position', { mine: list(0), theirs: list(1) });
}

export const words = signal('');
/** @type {number|undefined} */ let timer;

/** Tell only. @param {string} text */
export function say(text) {
  const live = byId('live');
  if (live) live.textContent = text;
}

/** Show and tell. @param {string} text @param {number} [ms] */
export function note(text, ms = 2200) {
  words.value = text;
  say(text);
  clearTimeout(timer);
  timer = setTimeout(() => { words.value = ''; }, ms);
}

/** @type {AudioContext|undefined} */ let context;
/** @type {AudioBuffer|undefined} */ let noise;

/** @param {number} pitch @param {number} q @param {number} ms @param {number} loud @param {number} [at] seconds from now */
function knock(pitch, q, ms, loud, at = 0) {
  if (!context || !noise) return;
  const source = context.createBufferSource(), band = context.createBiquadFilter(), gain = context.createGain();
  const start = context.currentTime + at;
  source.buffer = noise;
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = q;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + ms / 1000);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(start, Math.random() * 0.4, ms / 1000);
}

function wake() {
  if (context) return;
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
}

const SOUNDS = {
  move: () => knock(950, 6, 60, 0.5),
  hit: () => { knock(700, 5, 70, 0.7); knock(420, 4, 120, 0.6, 0.05); },
  roll: () => { for (let i = 0; i < 7; i++) knock(1400 + Math.random() * 1600, 5, 45, 0.45 - i * 0.05, 0.02 + i * 0.055 + Math.random() * 0.02); },
  double: () => { knock(520, 8, 160, 0.6); knock(780, 8, 200, 0.5, 0.14); },
  turn: () => { knock(1800, 20, 140, 0.15); knock(2400, 20, 180, 0.12, 0.09); },
  time: () => { for (let i = 0; i < 3; i++) knock(2600, 25, 90, 0.25, i * 0.16); },
};

/** @param {keyof typeof SOUNDS} what */
export function sound(what) {
  if (!settings.value.sound || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  wake();
  SOUNDS[what]();
}
