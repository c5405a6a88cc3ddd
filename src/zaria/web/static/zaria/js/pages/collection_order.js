/** Matches of a collection in the order by hand: a mouse drags them, marked ones together. */
import { byId } from '../ui/dom.js';
import { draggableRows } from '../ui/drag_order.js';

const form = /** @type {HTMLFormElement} */ (byId('marked')),
  list = byId('by-hand');

draggableRows(list, (key, next) => {
  const boxes = /** @type {HTMLInputElement[]} */ ([...list.querySelectorAll('[name=match]')]),
    isMarked = boxes.some((box) => box.value === key && box.checked);
  if (!isMarked) for (const box of boxes) box.checked = box.value === key;
  for (const [name, value] of [
    ['act', 'place'],
    ['before', isMarked ? afterMarked(boxes, next) : next],
  ]) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  form.submit();
});

/**
 * The first match from this one on that stays where it is.
 * @param {HTMLInputElement[]} boxes
 * @param {string} next
 */
function afterMarked(boxes, next) {
  const from = boxes.findIndex((box) => box.value === next);
  return (from < 0 ? undefined : boxes.slice(from).find((box) => !box.checked))?.value ?? '';
}
