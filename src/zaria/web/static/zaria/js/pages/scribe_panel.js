/** The panel beside the board of a score sheet: what is typed, what it may mean, and the acts so far. */
import { effect } from '@preact/signals-core';
import { clockState, digits } from '../shell/state.js';
import { byId, html, icon, mount, nothing, t } from '../ui/dom.js';
import { LISTED } from './scribe_sheet.js';

/** @typedef {import('./scribe_sheet.js').Scribe} Scribe */
/** @typedef {import('./scribe_sheet.js').Line} Line */

/** Keys that are typed, beside letters and digits, and those that buttons and the board have for themselves. */
const KEYS = ['Enter', 'Escape', 'Backspace', 'ArrowDown', 'ArrowUp'],
  ELSEWHERE = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];
const FACES = [1, 2, 3, 4, 5, 6];
const ROLLS = FACES.flatMap((high) => FACES.slice(0, high).map((low) => [high, low]));

/** @param {Scribe} scribe */
export function showPanel(scribe) {
  const entry = /** @type {HTMLInputElement} */ (byId('entry'));
  mount(byId('ask'), () => scribe.prompt);
  mount(byId('said'), () => scribe.said.value || correcting(scribe));
  mount(byId('ways'), () => ways(scribe));
  mount(byId('acts'), () => acts(scribe));
  effect(() => {
    entry.value = scribe.typed.value;
  });
  effect(() => {
    void scribe.lines.value;
    queueMicrotask(() => {
      const list = byId('acts');
      list.scrollTop = list.scrollHeight;
    });
  });
  for (const side of [0, 1]) mount(byId(`who-${side}`), () => who(scribe, side));
  if (!scribe.isReader) listen(scribe, entry);
  openKeys();
  for (const button of document.querySelectorAll('[data-copied]'))
    copyByButton(/** @type {HTMLButtonElement} */ (button));
}

/**
 * A button that copies the address in the field before it.
 * @param {HTMLButtonElement} button
 */
function copyByButton(button) {
  const field = /** @type {HTMLInputElement} */ (button.previousElementSibling);
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(field.value).then(() => {
      button.textContent = button.dataset.copied ?? '';
    });
  });
}

/** The list of keys, by its button and by the key ?. */
function openKeys() {
  const sheet = /** @type {HTMLDialogElement} */ (byId('sheet-keys'));
  byId('keys').addEventListener('click', () => sheet.showModal());
  document.addEventListener('keydown', (e) => {
    if (e.key === '?' && !sheet.open) {
      e.preventDefault();
      sheet.showModal();
    }
  });
}

/**
 * @param {Scribe} scribe
 * @param {HTMLInputElement} entry
 */
function listen(scribe, entry) {
  document.addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target),
      isElsewhere =
        target !== entry && target.closest('input,textarea,select,dialog,button,a,summary');
    if (e.altKey || e.isComposing) return;
    if (e.ctrlKey || e.metaKey) {
      const place = { z: scribe.shown.value.undo, y: scribe.shown.value.redo }[e.key];
      if (place === undefined || (target !== entry && isElsewhere)) return;
      e.preventDefault();
      scribe.go(place);
      return;
    }
    const acts = e.key.length === 1 || KEYS.includes(e.key);
    if (!acts || e.key === '?' || (isElsewhere && ELSEWHERE.includes(e.key))) return;
    if (isElsewhere && target.matches('input,textarea,select')) return;
    e.preventDefault();
    scribe.press(e.key);
  });
  // who clicks goes on typing; a finger needs no keyboard, and keys stay where they are
  const mouse = matchMedia('(pointer: fine)');
  document.querySelector('.scribe-panel')?.addEventListener('click', (e) => {
    const isField = /** @type {HTMLElement} */ (e.target).closest('summary,a,#keys');
    if (/** @type {MouseEvent} */ (e).detail && mouse.matches && !isField) entry.focus();
  });
  if (mouse.matches) entry.focus({ preventScroll: true });
  // a phone's keyboard says only what stands in the field
  entry.addEventListener('input', () => scribe.type(entry.value));
}

/** @param {Scribe} scribe */
function correcting(scribe) {
  const { is_broken: isBroken, count } = scribe.shown.value,
    { correction } = scribe;
  const at = correction.value?.at ?? (isBroken ? count : -1),
    text = scribe.lines.value[at]?.text ?? '';
  if (at < 0) return '';
  return html`<span
      >${t(isBroken && !correction.value ? 'sc_broken' : 'sc_correct', { text })}</span
    >
    <span class="scribe-acts">
      <button
        type="button"
        class="btn"
        aria-pressed=${String(correction.value?.insert ?? false)}
        @click=${() => scribe.insert()}
      >
        ${t('sc_insert')}
      </button>
      <button type="button" class="btn" @click=${() => scribe.remove()}>${t('sc_remove')}</button>
      ${
        correction.value
          ? html`<button type="button" class="btn" @click=${() => scribe.leave()}>
              ${t('sc_back')}
            </button>`
          : html`<button type="button" class="btn" @click=${() => scribe.go(count)}>
              ${t('sc_drop')}
            </button>`
      }
    </span>`;
}

/** @param {Scribe} scribe */
function ways(scribe) {
  const { view } = scribe,
    { undo, redo, count } = scribe.shown.value;
  return html`${choices(scribe)}
    <div class="scribe-acts">
      <button
        type="button"
        class="btn"
        id="undo"
        ?disabled=${undo === count}
        @click=${() => scribe.go(undo)}
      >
        ${icon('undo')} ${t('undo')}
      </button>
      <button
        type="button"
        class="btn"
        id="redo"
        ?disabled=${redo === count}
        @click=${() => scribe.go(redo)}
      >
        ${t('sc_redo')}
      </button>
      ${
        scribe.endings.length
          ? html`<button
              type="button"
              class="btn"
              id="end"
              aria-expanded=${String(scribe.ending.value)}
              @click=${() => {
                scribe.ending.value = !scribe.ending.value;
              }}
            >
              ${t('sc_end')}
            </button>`
          : nothing
      }
      ${
        scribe.rolls && !view.squares
          ? html`<button type="button" class="btn" id="club-dice" @click=${() => scribe.press('g')}>
              ${t('sc_club_dice')}
            </button>`
          : nothing
      }
    </div>`;
}

/**
 * What may be tapped in place of typing.
 * @param {Scribe} scribe
 */
function choices(scribe) {
  const { phase, can_double: canDouble, can_beaver: canBeaver } = scribe.view;
  if (scribe.ending.value)
    return html`<ol class="scribe-turns">
      ${scribe.endings.map(
        ({ text }, k) =>
          html`<li>
            <button type="button" @click=${() => scribe.choose(k)}>
              <kbd>${k + 1}</kbd> ${text}
            </button>
          </li>`,
      )}
    </ol>`;
  const key = (/** @type {string} */ letter, /** @type {string} */ text) =>
    html`<button
      type="button"
      class="btn pri"
      data-key=${letter}
      @click=${() => scribe.press(letter)}
    >
      ${text} <kbd>${letter}</kbd>
    </button>`;
  if (phase === 'double')
    return html`<div class="scribe-acts">
      ${key('t', t('sc_take'))} ${key('p', t('sc_pass'))}
      ${canBeaver ? key('b', t(scribe.view.proposed.length > 1 ? 'raccoon' : 'beaver')) : nothing}
    </div>`;
  if (scribe.opens) return openingPad(scribe);
  if (phase === 'roll')
    return html`${pad(scribe)}
    ${canDouble ? html`<div class="scribe-acts">${key('d', t('double'))}</div>` : nothing}`;
  return phase === 'move' ? turns(scribe) : nothing;
}

/** @param {Scribe} scribe */
const pad = (scribe) =>
  html`<div class="scribe-pad">
    ${ROLLS.map(
      ([high, low]) =>
        html`<button
          type="button"
          class=${high === low ? 'double' : ''}
          @click=${() => scribe.write({ t: 'dice', dice: [high, low] })}
        >
          ${high}-${low}
        </button>`,
    )}
  </div>`;

/**
 * One die of each side.
 * @param {Scribe} scribe
 */
function openingPad(scribe) {
  const first = Number(scribe.typed.value) || 0,
    side = first ? 1 : 0;
  return html`<p class="scribe-whose">
      <i class="disc ${side ? 'dk' : 'lt'}"></i> ${scribe.name(side)}
    </p>
    <div class="scribe-pad faces">
      ${FACES.map(
        (face) =>
          html`<button type="button" @click=${() => scribe.press(String(face))}>${face}</button>`,
      )}
    </div>`;
}

/** @param {Scribe} scribe */
function turns(scribe) {
  const all = scribe.turns;
  if (!all.length) return html`<p class="scribe-none">${t('sc_none')}</p>`;
  return html`<ol class="scribe-turns">
      ${scribe.listed.map(
        ({ turn, isPicked, key }) =>
          html`<li>
            <button
              type="button"
              class=${isPicked ? 'first' : ''}
              @click=${() => scribe.take(turn)}
            >
              ${turn[0]} ${isPicked ? html`<kbd>Enter</kbd>` : pickKey(key)}
            </button>
          </li>`,
      )}
    </ol>
    ${all.length > LISTED ? html`<p class="scribe-none">${t('sc_more', { n: all.length - LISTED })}</p>` : nothing}`;
}

/** @param {string} key that takes a turn of the list, "" for none */
const pickKey = (key) => (key ? html`<kbd>${key}</kbd>` : nothing);

/**
 * The acts by turns: a roll and what was played with it stand in one row.
 * @param {Scribe} scribe
 */
function acts(scribe) {
  const lines = scribe.lines.value;
  if (!lines.length) return html`<p class="scribe-none">${t('sc_empty')}</p>`;
  /** @type {Line[][]} */
  const rows = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (line.kind === 'turn' && last?.at(-1)?.kind !== 'cube' && last) last.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => {
    const [first] = row,
      ended = row.find((line) => line.ended)?.ended;
    const side = row.find((line) => line.side !== undefined && line.side !== null)?.side;
    return html`${
        first.game && !scribe.view.squares
          ? html`<h2>
              ${t('game_number', { n: first.game })} <b>${first.score?.join(' : ') ?? ''}</b>
            </h2>`
          : nothing
      }
      <p class="scribe-row">
        <i class="disc ${side === 1 ? 'dk' : 'lt'}"></i>
        ${row.map((line) => act(scribe, line))}
      </p>
      ${ended ? html`<p class="scribe-ended">${ended}</p>` : nothing}`;
  });
}

/**
 * @param {Scribe} scribe
 * @param {Line} line
 */
function act(scribe, line) {
  const { count, is_broken: isBroken } = scribe.shown.value,
    at = scribe.correction.value?.at ?? (isBroken ? count : -1);
  const look = [
    `of-${line.kind}`,
    line.pending ? 'not-counted' : '',
    line.at === at ? 'corrected' : '',
  ];
  return html`<button
    type="button"
    class=${look.filter(Boolean).join(' ')}
    aria-label=${t('sc_correct', { text: line.text })}
    @click=${() => scribe.correct(line.at)}
  >
    ${line.text}
  </button>`;
}

/**
 * A player: name, pips, cube and score.
 * @param {Scribe} scribe
 * @param {number} side
 */
function who(scribe, side) {
  const { view } = scribe,
    { cube } = view,
    clock = timeOf(scribe, side);
  return html`<i class="disc ${side ? 'dk' : 'lt'}"></i> <b>${scribe.name(side)}</b>
    ${view.squares ? nothing : html`<span>${t('pips')} <b>${view.pips[side]}</b></span>`}
    ${cube.owner === side ? html`<span class="scribe-cube">${cube.value}</span>` : nothing}
    ${clock ? html`<span class="scribe-time">${clock}</span>` : nothing}
    <span class="pts">${view.score[side]}</span>`;
}

/**
 * The time that a side has left, "" without a clock.
 * @param {Scribe} scribe
 * @param {number} side
 */
function timeOf(scribe, side) {
  void scribe.tick.value;
  const clock = clockState(scribe.clock.value.clocks, side, performance.now() + scribe.offset);
  return clock ? digits(clock.bank) : '';
}
