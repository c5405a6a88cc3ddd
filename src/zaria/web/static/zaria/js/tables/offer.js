/**
 * A double, its raises or a resignation that wait for an answer: in the strip, and under the thumb
 * on a phone.
 */
import { html, icon, nothing, t } from '../ui/dom.js';
import { armed } from '../shell/state.js';
import { button, sure } from '../shell/controls.js';
import { kindName, nameOf } from '../shell/announcer.js';

/**
 * What was offered last: a double, a beaver or a raccoon.
 * @param {View} v
 */
const offered = (v) => {
  if (v.proposed.length === 3) return 'raccoon_offer';
  if (v.proposed.length === 2) return 'beaver_offer';
  return v.raises === 'add' ? 'raise_offer' : 'double_offer';
};

/**
 * Declining, raising where that is agreed, accepting.
 * @param {DiceActions} a
 * @returns {import('../shell/controls.js').Button[]}
 */
export function answers(a) {
  const off = a.table.waiting.value,
    { proposed } = a.table.view.value,
    raise = proposed.length > 1 ? 'raccoon' : 'beaver',
    means = `×${2 * (proposed.at(-1) ?? 1)}`;
  /** @type {import('../shell/controls.js').Button} */
  const beaver = {
    id: 'beaver',
    name: 'beaver',
    off,
    act: () => a.beaver(),
    label: armed.value === 'beaver' ? sure(means) : `${t(raise)} ${means}`,
  };
  return [
    { id: 'decline', name: 'decline', off, act: () => a.answer(false), label: t('decline') },
    ...(a.canBeaver ? [beaver] : []),
    {
      id: 'accept',
      name: 'accept',
      main: true,
      off,
      act: () => a.answer(true),
      label: t('accept'),
    },
  ];
}

/**
 * @param {DiceActions} a
 * @param {boolean} small the answers are elsewhere
 */
export function offer(a, small) {
  const v = a.table.view.value,
    doubled = v.phase === 'double',
    to = v.to_act ?? 0,
    name = nameOf(v, 1 - to);
  const stake = doubled
    ? (v.proposed.at(-1) ?? 2 * v.cube.value)
    : v.cube.value * (v.resign?.points ?? 1);
  const kind = kindName(v, v.resign?.points ?? 1);
  const question = () => {
    if (!doubled) return [t('resign_offer', { name, kind }), t('points', { n: stake })];
    return [
      t(offered(v), { name, n: stake }),
      t('decline_loses', { n: v.proposed.at(-2) ?? v.cube.value }),
    ];
  };
  const waits = [t('waits_answer', { name: nameOf(v, to) }), doubled ? `×${stake}` : kind];
  const [title, small1] = a.canAnswer ? question() : waits;
  return html`<div class="offer" role="group" aria-label=${title}>
    <b class="big">${doubled ? stake : icon('flag')}</b>
    <div>
      <h2>${title}</h2>
      <p>${small1}</p>
    </div>
    ${a.canAnswer && !small ? html`<div class="row">${answers(a).map(button)}</div>` : nothing}
  </div>`;
}
