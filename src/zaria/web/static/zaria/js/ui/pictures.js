/** Still pictures in a text: the server says what is on them; their words stay for screen readers. */

/**
 * Draw the pictures under `root` that are not drawn yet.
 * @param {ParentNode} root
 * @param {(of: any) => string} drawing one picture as the text of an SVG
 */
export function drawPictures(root, drawing) {
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('.picture[data-picture]')
  )) {
    const box = /** @type {HTMLElement} */ (el.querySelector('.drawn'));
    const words = box.textContent?.trim() ?? '';
    box.innerHTML = drawing(JSON.parse(el.dataset.picture ?? ''));
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', words);
    el.removeAttribute('data-picture');
  }
}
