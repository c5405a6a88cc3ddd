/** The settings beside the board; their words come from the server when the panel is first opened. */
import { signal } from '@preact/signals-core';
import { html, nothing, t } from '../ui/dom.js';
import { ENOUGH, whenLoaded } from '../ui/imports.js';
import { lateWords } from '../ui/late_words.js';
import { change, goods, look, settings as now, changeLook } from './settings.js';
import { home, setHome } from './home.js';
import { isBoardGame } from './state.js';

// its words and its style come when they are first needed
await lateWords().catch(() => {});

const helpSheet = whenLoaded(() => import('./help.js')),
  soundKit = whenLoaded(() => import('./sounds.js'));

/**
 * The words of a setting. The shop sells values of it if it has `free` ones: those that everybody has,
 * the default first.
 * @typedef {{label: string, values: [value: any, text: string][], free?: string[]}} Words
 */
/** @typedef {Record<string, Words>} AllWords */

const words = signal(/** @type {AllWords|null} */ (null));
let isRequested = false;

/** Fetch the words; after a failure the next look at the panel tries again. */
async function fetchWords() {
  if (isRequested) return;
  isRequested = true;
  try {
    const answer = await fetch('/me/settings', { signal: AbortSignal.timeout(ENOUGH) });
    if (!answer.ok) throw new Error(answer.statusText);
    words.value = await answer.json();
  } catch {
    isRequested = false;
  }
}

/**
 * @param {string} legend
 * @param {readonly (readonly [value: unknown, text: string])[]} list
 * @param {unknown} chosen
 * @param {(value: any) => void} set
 */
const choice = (legend, list, chosen, set) =>
  html`<fieldset class="panel-choice">
    <legend>${legend}</legend>
    <div class="seg">
      ${list.map(
        ([value, text]) =>
          html`<button type="button" aria-pressed=${chosen === value} @click=${() => set(value)}>
            ${text}
          </button>`,
      )}
    </div>
  </fieldset>`;

/** @typedef {keyof { [K in keyof Settings as Settings[K] extends boolean ? K : never]: K }} Toggle */

/** @type {Record<'tables'|'squares', Toggle[]>} */
const TOGGLES = {
  tables: [
    'local_turn',
    'roll',
    'roll_double',
    'hints',
    'forced',
    'bear',
    'done',
    'next_table',
    'sure',
    'numbers',
    'pips',
    'names',
    'left',
    'upright',
  ],
  squares: ['local_turn', 'hints', 'confirm', 'next_table', 'sure', 'numbers', 'left'],
};
/** @type {Toggle[]} */
const SOUNDS = ['sound_move', 'sound_roll', 'sound_double', 'sound_turn', 'sound_time'];

/**
 * The tables at which a switch means anything, where it does not at all of them.
 * @type {Partial<Record<Toggle, (view: View) => boolean>>}
 */
const MEANT = {
  roll_double: (view) => view.cube_on,
  local_turn: (view) => !!view.local,
  next_table: () => !!document.getElementById('by-day'),
  pips: (view) => !view.hand,
  upright: (view) => !view.hand,
  sound_roll: (view) => !isBoardGame(view),
  sound_time: (view) => !!view.clock_terms,
};

/**
 * A choice for each part of the look that the shop sells: the values of everybody, and what the viewer
 * bought.
 * @param {AllWords} all
 */
const looks = (all) =>
  Object.entries(all).map(([part, { label, values, free }]) => {
    if (!free) return nothing;
    const owned = values.filter(([name]) => free.includes(name) || name in (goods?.[part] ?? {}));
    return choice(label, owned, look.value[part] ?? free[0], (name) =>
      changeLook({ [part]: name }),
    );
  });

/** @param {import('./state.js').TableState} table */
export function settings(table) {
  const view = table.view.value,
    all = words.value,
    help = () => void helpSheet((m) => m.show(table.view.value));
  if (!all) void fetchWords();
  return html`<button type="button" class="btn" id="help" @click=${help}>${t('help')}</button>
    ${all ? [board(view, all), sounds(view, all)] : nothing}
    <p class="all"><a href="/me" target="_blank" rel="noopener">${t('all_settings')}</a></p>`;
}

/**
 * @param {View} view
 * @param {AllWords} all
 * @param {readonly Toggle[]} names
 */
const toggles = (view, all, names) =>
  names
    .filter((name) => MEANT[name]?.(view) ?? true)
    .map(
      (name) =>
        html`<button
          type="button"
          class="switch"
          role="switch"
          aria-checked=${now.value[name]}
          data-set=${name}
          @click=${() => change({ [name]: !now.value[name] })}
        >
          <span>${all[name].label}</span><i></i>
        </button>`,
    );

/**
 * @param {View} view
 * @param {AllWords} all
 */
function board(view, all) {
  return [
    toggles(view, all, TOGGLES[view.family]),
    choice(all.speed.label, all.speed.values, now.value.speed, (speed) => change({ speed })),
    isBoardGame(view)
      ? nothing
      : choice(t('home_side'), homes(view), home(view), (to) => setHome(view, to)),
    looks(all),
    choice(all.theme.label, all.theme.values, look.value.theme, (theme) => changeLook({ theme })),
  ];
}

/**
 * The sounds, each by itself, as long as there is any; a change of the volume lets one be heard.
 * @param {View} view
 * @param {AllWords} all
 */
function sounds(view, all) {
  const on = now.value.sound,
    set = (/** @type {number} */ volume) => {
      change({ volume });
      void soundKit((m) => {
        m.wake(volume);
        m.SOUNDS.move();
      });
    };
  return [
    toggles(view, all, ['sound']),
    on
      ? [
          choice(all.volume.label, all.volume.values, now.value.volume, set),
          toggles(view, all, SOUNDS),
        ]
      : nothing,
    'vibrate' in navigator ? toggles(view, all, ['buzz']) : nothing,
  ];
}

/**
 * Where one may bear off.
 * @param {View} view
 * @returns {[import('./home.js').Home, string][]}
 */
function homes({ parallel }) {
  /** @type {[import('./home.js').Home, string][]} */
  const sides = [
    [true, t('left')],
    [false, t('right')],
  ];
  if (parallel) sides.push(['far', t('far_left')]);
  return sides;
}
