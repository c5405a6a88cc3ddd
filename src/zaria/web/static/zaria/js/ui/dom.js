/** Glue between signals, templates, words and the page. */
import { effect, signal } from '@preact/signals-core';
import { html, render, nothing } from 'lit-html';
import { ENOUGH, whenLoaded } from './imports.js';

export { html, nothing };

/**
 * The words in the visitor's language, sent with the page; those with plural forms by category.
 * @type {Record<string, string|Record<string, string>>}
 */
const words = JSON.parse(document.getElementById('words')?.textContent || '{}');

/**
 * More words than the page came with.
 * @param {typeof words} more
 */
export const addWords = (more) => Object.assign(words, more);

const plurals = new Intl.PluralRules(document.documentElement.lang || 'en');

/**
 * @param {string} key of zaria/web/messages
 * @param {Record<string, string|number>} [values] for its {placeholders}; `n` chooses a plural form
 */
export function t(key, values = {}) {
  const word = words[key] ?? key,
    text = typeof word === 'string' ? word : (word[plurals.select(Number(values.n))] ?? word.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

const mouse = matchMedia('(pointer: fine)');

/**
 * A prompt to tap; for who has a mouse, to click (`KEY_click`).
 * @param {string} key
 */
export const tap = (key) => t(mouse.matches ? `${key}_click` : key);

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Keep the inside of an element equal to a template: what the server drew there goes, and it is
 * drawn again when a signal that it read changes.
 * @param {HTMLElement} el
 * @param {() => unknown} view
 */
export function mount(el, view) {
  el.textContent = '';
  effect(() => {
    render(view(), el);
  });
}

/**
 * A line icon of _symbols.html.
 * @param {string} name
 */
export const icon = (name) =>
  html`<svg class="ic" aria-hidden="true"><use href=${`#i-${name}`} /></svg>`;

/** @typedef {{name: string, face?: string, country?: string}} Who */

/**
 * Somebody's picture, if they have one; it lies over the arms with the letter.
 * @param {Who|null|undefined} who
 */
export const portrait = (who) =>
  who?.face ? html`<img src=${`/face/${who.name}?v=${who.face}`} alt="" />` : nothing;

/**
 * The two letters of a country, which systems with flags draw as one.
 * @param {Who|null|undefined} who
 */
export const flag = (who) =>
  who?.country
    ? html`<span class="flag" title=${who.country}
        >${String.fromCodePoint(
          ...[...who.country].map((letter) => 127397 + letter.charCodeAt(0)),
        )}</span
      >`
    : nothing;

/**
 * The result of a media query as a signal's source.
 * @param {string} query
 * @param {(matches: boolean) => void} tell
 */
export function media(query, tell) {
  const list = matchMedia(query);
  tell(list.matches);
  list.addEventListener('change', () => tell(list.matches));
}

/**
 * A module fetched when it is first asked for; null until it is there. A template that asked is
 * drawn again then.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => T|null}
 */
export function lazy(load) {
  const part = signal(/** @type {T|null} */ (null));
  const loaded = whenLoaded(load);
  let isRequested = false;
  return () => {
    if (!isRequested)
      void loaded((module) => {
        part.value = module;
      });
    isRequested = true;
    return part.value;
  };
}

/**
 * The letter of a key as on a Latin keyboard: others have a letter of their own there.
 * @param {KeyboardEvent} e
 */
export const letter = (e) =>
  (e.key > '~' && e.key.length === 1 && /^Key[A-Z]$/.test(e.code)
    ? e.code[3]
    : e.key
  ).toLowerCase();

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** How fast things move on the board. */
export const motion = {
  /** Multiplies; 0 stands for no animation at all. */
  speed: 1,
  /** Whether anything may fly. */
  get on() {
    return this.speed > 0 && !calm.matches && !document.hidden;
  },
  /**
   * A wait of `ms` at normal speed.
   * @param {number} ms
   */
  pause(ms) {
    return document.hidden || !this.speed ? 0 : ms / this.speed;
  },
};

/**
 * After a choice of language or look the same page appears again, with its predecessor one step back.
 * @param {SubmitEvent} e
 */
async function changed(e) {
  const form = /** @type {HTMLFormElement} */ (e.target),
    button = /** @type {HTMLButtonElement|null} */ (e.submitter);
  if (!button || !form.matches('#languages, form.look')) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  e.preventDefault();
  body.set(button.name, button.value);
  try {
    const { type } = await fetch(form.action, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ENOUGH),
    });
    if (type !== 'opaqueredirect') throw new Error(type);
    if (location.hash) location.reload();
    else location.replace(location.href);
  } catch {
    removeEventListener('submit', changed);
    form.requestSubmit(button);
  }
}
addEventListener('submit', changed);

/** @param {number} ms */
const seconds = (ms) =>
  ms % 60000 === 0 && ms ? t('minutes', { n: ms / 60000 }) : t('seconds', { n: ms / 1000 });

/**
 * A sum of the smallest unit, as people write it.
 * @param {number} cents
 */
export const sum = (cents) =>
  (cents / 100).toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });

/**
 * An amount with its currency; credits go without a word, beside a label that says what they are.
 * @param {number} cents
 * @param {string} [unit]
 */
export const amount = (cents, unit) =>
  unit && unit !== 'credits' ? `${sum(cents)} ${unit}` : sum(cents);

/**
 * The most that a side can lose for stakes: what it sets aside. A match of several games costs the stake.
 * @param {import('../protocol.js').Stakes} stakes
 * @param {number} length
 */
export const highestLoss = ({ stake, most }, length) => (length > 1 ? stake : (most ?? stake));

/**
 * What a match is played for: the stake, or the stake and the most that can be lost, "2.00–5.00".
 * @param {import('../protocol.js').Stakes} stakes
 * @param {number} length
 */
export function stakeRange(stakes, length) {
  const most = stakes.unit ? highestLoss(stakes, length) : (stakes.most ?? stakes.stake);
  const lowest = amount(stakes.stake, most > stakes.stake ? '' : stakes.unit);
  return most > stakes.stake ? `${lowest}–${amount(most, stakes.unit)}` : lowest;
}

/**
 * A clock in words.
 * @param {import('../protocol.js').ClockTerms|null|undefined} c
 */
export function clockText(c) {
  if (!c) return t('no_clock');
  const { delay = 0, bank = 0, increment = 0 } = c;
  const moves = bank ? 'clock_reserve' : 'clock_delay',
    alone = increment ? 'clock_increment' : 'clock_bank';
  const delayed = increment ? 'clock_all' : moves,
    word = delay ? delayed : alone;
  return t(word, { delay: seconds(delay), bank: seconds(bank), increment: seconds(increment) });
}
