/** Marks of an analysis in the list of moves. */
import { t } from '../ui/dom.js';
import { SIGNS } from '../ui/evaluations.js';

/** @typedef {import('../analysis.js').Decision} Decision */

/**
 * Lay the marks over the list of moves, in place of those of another depth.
 * @param {Map<number, Decision[]>} decisions by frame
 */
export function showMarks(decisions) {
  for (const old of document.querySelectorAll('#turns .mark')) old.remove();
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('#turns a[data-at]:not(.start)')
  )) {
    // a double that was not made has no line of its own: it is listed with the turn that followed the
    // roll
    const at = Number(link.dataset.at),
      all = [
        ...(decisions.get(at) ?? []),
        ...(decisions.get(at - 1) ?? []).filter(
          ({ kind, played }) => kind === 'double' && played !== 'double',
        ),
      ];
    const marked = all.filter(({ mark }) => mark);
    if (!marked.length) continue;
    const worst = marked.reduce((a, b) => ((b.loss ?? 0) > (a.loss ?? 0) ? b : a)),
      el = document.createElement('span');
    el.className = `mark ${worst.mark}`;
    el.title = t(`an_${worst.mark}`);
    el.innerHTML = `<b aria-hidden="true">${SIGNS[worst.mark ?? '']}</b><span class="sr"></span>`;
    /** @type {HTMLElement} */ (el.lastElementChild).textContent = t(`an_${worst.mark}`);
    (link.querySelector('span, em') ?? link).append(' ', el);
  }
}
