/** The key ? opens the page of help, on every page that has no sheet of its own for that key. */
document.addEventListener('keydown', (e) => {
  if (e.key !== '?' || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
  const field = /** @type {HTMLElement} */ (e.target).closest(
    'input,textarea,select,[contenteditable]',
  );
  if (field || document.querySelector('dialog[open],#sheet-keys')) return;
  if (location.pathname !== '/help') location.assign('/help');
});
