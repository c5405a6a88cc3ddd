/**
 * A list whose rows a mouse drags to another place. Fingers scroll it, and keys and fingers have buttons.
 */

/**
 * @param {HTMLElement} list its rows have `data-key`
 * @param {(key: string, next: string) => void} drop a row goes before another one, "" for the end
 */
export function draggableRows(list, drop) {
  /** @type {HTMLElement|null} */
  let dragged = null;
  const rows = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[data-key]')]);
  for (const row of rows()) row.draggable = true;
  list.addEventListener('dragstart', (event) => {
    dragged = /** @type {HTMLElement} */ (event.target).closest('[data-key]');
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    dragged?.classList.add('dragged');
  });
  list.addEventListener('dragover', (event) => {
    if (!dragged) return;
    event.preventDefault();
    const row = rowAfter(rows(), event.clientY);
    if (row !== dragged) list.insertBefore(dragged, row);
  });
  list.addEventListener('drop', (event) => {
    event.preventDefault();
    if (!dragged) return;
    const next = /** @type {HTMLElement|null} */ (dragged.nextElementSibling);
    drop(dragged.dataset.key ?? '', next?.dataset.key ?? '');
    dragged.classList.remove('dragged');
    dragged = null;
  });
  list.addEventListener('dragend', () => {
    if (dragged) location.reload(); // it was let go beside the list
  });
}

/**
 * The row before which the pointer stands.
 * @param {HTMLElement[]} rows
 * @param {number} y
 */
function rowAfter(rows, y) {
  return (
    rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    }) ?? null
  );
}
