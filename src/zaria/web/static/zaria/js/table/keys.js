/** The keyboard: R roll, D double, U or Backspace undo, Enter done, Esc; L C O P tell last move, clock, opponent, position. */
import { t } from '../i18n.js';
import { digits, face } from './clock.js';
import { nameOf, playedBy, position } from './names.js';
import { say } from './notes.js';

/** @typedef {import('./actions.js').Actions} Actions @typedef {import('../board/view.js').BoardView} BoardView */

/** @param {Actions} a @param {BoardView} board @param {() => number} now @param {() => boolean} escape closes what is open */
export function keyboard(a, board, now, escape) {
  const { table } = a;
  const tell = {
    l: () => {
      const { last } = table.view.value;
      return last ? t('says', { name: playedBy(table, last.side), text: last.text || t('no_move') }) : t('no_moves');
    },
    c: () => {
      const faces = [table.me.value, 1 - table.me.value].map((side) => face(table.latest.value.clocks, side, now()));
      return faces[0] && faces[1] ? t('clocks', { mine: digits(faces[0].left), theirs: digits(faces[1].left) }) : t('no_clock');
    },
    o: () => {
      const v = table.view.value, side = 1 - table.me.value;
      return t('opponent', { name: nameOf(v, side), score: v.score[side], pips: v.pips[side] });
    },
    p: () => `${position(table)}${table.dice.value.length ? ` ${t('dice_are', { dice: table.dice.value.join('-') })}` : ''}`,
  };
  addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target), key = e.key.toLowerCase();
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (key === 'r') a.roll();
    else if (key === 'd') a.double();
    else if (key === 'u' || key === 'backspace') a.undo();
    else if (key === 'enter' && !target.closest('button:not([data-at]),a') && !(target.closest('[data-at]') && board.api.sources().size)) a.done();
    else if (key === 'escape') { if (!escape()) board.select(0); } else if (key in tell) say(tell[/** @type {keyof typeof tell} */ (key)]());
    else return;
    if (key === 'backspace') e.preventDefault();
  });
}
