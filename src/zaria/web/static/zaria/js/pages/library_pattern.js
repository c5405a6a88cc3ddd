/**
 * The board of a pattern: a tap on a point leads to the next thing that may stand there. Without this script
 * each point has a list.
 */

/** What a button shows for each letter of the address. */
const SIGNS = { '': '', P: '●●', p: '●', O: '○○', o: '○', e: '–' };

const board = /** @type {HTMLElement} */ (document.getElementById('pattern'));

for (const select of board.querySelectorAll('select')) {
  const label = /** @type {HTMLElement} */ (select.parentElement),
    number = (label.firstChild?.textContent ?? '').trim(),
    button = document.createElement('button');
  button.type = 'button';
  const show = () => {
    const words = select.selectedOptions[0]?.textContent ?? '';
    button.textContent = SIGNS[/** @type {keyof typeof SIGNS} */ (select.value)];
    button.title = words;
    button.setAttribute('aria-label', `${number}: ${words}`);
    button.dataset.state = select.value;
  };
  button.addEventListener('click', (event) => {
    event.preventDefault();
    const count = select.options.length;
    select.selectedIndex = (select.selectedIndex + (event.shiftKey ? count - 1 : 1)) % count;
    show();
  });
  select.hidden = true;
  label.append(button);
  show();
}

export {};
