/** The settings beside the board. */
import { html, nothing, t } from '../ui/dom.js';
import {
  change,
  goods,
  look,
  MEN,
  settings as now,
  SKINS,
  THEMES,
  changeLook,
} from './settings.js';
import { home, setHome } from './home.js';

/**
 * @param {string} name
 * @param {readonly (readonly [string, unknown])[]} list word and value
 * @param {unknown} now
 * @param {(value: any) => void} set
 */
const choice = (name, list, now, set) =>
  html`<fieldset class="panel-choice">
    <legend>${t(name)}</legend>
    <div class="seg">
      ${list.map(
        ([word, value]) =>
          html`<button type="button" aria-pressed=${now === value} @click=${() => set(value)}>
            ${word}
          </button>`,
      )}
    </div>
  </fieldset>`;

const TOGGLES = /** @type {const} */ ({
  tables: [
    'local_turn',
    'roll',
    'roll_double',
    'hints',
    'forced',
    'bear',
    'done',
    'sound',
    'names',
  ],
  squares: ['local_turn', 'hints', 'confirm', 'sound'],
});

/**
 * The tables at which a switch means anything, where it does not at all of them.
 * @type {Partial<Record<string, (view: View) => boolean>>}
 */
const MEANT = { roll_double: (view) => view.cube_on, local_turn: (view) => !!view.local };

/** @param {typeof TOGGLES[keyof typeof TOGGLES][number]} name */
const toggle = (name) =>
  html`<button
    type="button"
    class="switch"
    role="switch"
    aria-checked=${now.value[name]}
    data-set=${name}
    @click=${() => change({ [name]: !now.value[name] })}
  >
    <span>${t(`set_${name}`)}</span><i></i>
  </button>`;

/**
 * Where one may bear off.
 * @param {{parallel: boolean}} view
 * @returns {[string, import('./home.js').Home][]}
 */
function homes({ parallel }) {
  /** @type {[string, import('./home.js').Home][]} */
  const sides = [
    [t('left'), true],
    [t('right'), false],
  ];
  if (parallel) sides.push([t('far_left'), 'far']);
  return sides;
}

/**
 * The boards or the checkers that the viewer bought: title and name.
 * @param {keyof import('./settings.js').Goods} part
 */
const bought = (part) =>
  Object.entries(goods?.[part] ?? {}).map(
    ([name, [title]]) => /** @type {const} */ ([title, name]),
  );

/** @param {import('./state.js').TableState} table */
export function settings(table) {
  const s = now.value,
    l = look.value,
    { family } = table.view.value;
  const help = () => void import('./help.js').then((m) => m.show(table.view.value));
  const sides = () => {
    const view = table.view.value;
    return choice('home_side', homes(view), home(view), (to) => setHome(view, to));
  };
  return html`<button type="button" class="btn" id="help" @click=${help}>${t('help')}</button>
    ${TOGGLES[family].filter((name) => MEANT[name]?.(table.view.value) ?? true).map(toggle)}
    ${choice(
      'speed',
      [
        [t('none'), 0],
        ['½×', 0.5],
        ['1×', 1],
        ['2×', 2],
      ],
      s.speed,
      (speed) => change({ speed }),
    )}
    ${family === 'tables' ? sides() : nothing}
    ${choice(
      'board',
      [...SKINS.map((skin) => /** @type {const} */ ([t(`skin_${skin}`), skin])), ...bought('skin')],
      l.skin,
      (skin) => changeLook({ skin }),
    )}
    ${choice(
      'men',
      [...MEN.map((men) => /** @type {const} */ ([t(`men_${men}`), men])), ...bought('men')],
      l.men,
      (men) => changeLook({ men }),
    )}
    ${choice(
      'theme',
      THEMES.map((theme) => [t(`theme_${theme || 'system'}`), theme]),
      l.theme,
      (theme) => changeLook({ theme }),
    )}
    <p class="all"><a href="/me" target="_blank" rel="noopener">${t('all_settings')}</a></p>`;
}
