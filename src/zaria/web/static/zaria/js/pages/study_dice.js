/** The choice of a roll in a study: two rows of dice, and a roll by chance. */
import { t } from '../ui/dom.js';

/**
 * Offer the dice in a box.
 * @param {HTMLElement} box
 * @param {(roll: string) => void} roll is called with both dice: "63"
 */
export function offerDice(box, roll) {
  const choose = (/** @type {string} */ values) => {
    for (const die of box.querySelectorAll('[data-chosen]')) die.removeAttribute('data-chosen');
    roll(values);
  };
  for (const row of [1, 2]) {
    const group = document.createElement('div');
    for (let value = 1; value <= 6; value++) {
      const die = document.createElement('button');
      die.type = 'button';
      die.className = 'btn';
      die.textContent = String(value);
      die.setAttribute('aria-label', t(row === 1 ? 'st_die' : 'st_die_2', { n: value }));
      die.addEventListener('click', () => {
        for (const sibling of group.children)
          sibling.toggleAttribute('data-chosen', sibling === die);
        const chosen = [...box.querySelectorAll('[data-chosen]')].map(
          ({ textContent }) => textContent,
        );
        if (chosen.length === 2) choose(chosen.join(''));
      });
      group.append(die);
    }
    box.append(group);
  }
  const chance = document.createElement('button');
  chance.type = 'button';
  chance.className = 'btn';
  chance.textContent = t('st_roll');
  chance.addEventListener('click', () => {
    const values = crypto.getRandomValues(new Uint32Array(2));
    choose([...values].map((value) => (value % 6) + 1).join(''));
  });
  box.append(chance);
}
