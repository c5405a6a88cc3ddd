/** The page that makes the address of a broadcast's layer: the button that copies it. */

const button = /** @type {HTMLButtonElement} */ (document.querySelector('[data-copied]')),
  address = /** @type {HTMLInputElement} */ (document.getElementById('overlay-address'));
button.hidden = !navigator.clipboard;
button.addEventListener('click', () => {
  void navigator.clipboard.writeText(address.value).then(() => {
    button.textContent = button.dataset.copied ?? '';
  });
});
document.documentElement.dataset.ready = '1';
