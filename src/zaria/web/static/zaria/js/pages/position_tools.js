/** What the page of a single position offers beside its board: its editor, an engine's opinion, a puzzle. */
import { byId } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';

/** @typedef {import('./replay_steps.js').Steps<any>} Steps */

/**
 * Offer what the page has a place for.
 * @param {Steps} steps
 */
export function offerTools(steps) {
  offerEditor(steps);
  offerOpinion(steps);
  void offerPuzzle(steps);
  void offerStudy(steps);
}

/**
 * The button that opens the editor.
 * @param {Steps} steps
 */
function offerEditor(steps) {
  const button = document.getElementById('edit'),
    root = document.getElementById('editor');
  if (!button || !root) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { open } = await importModule(() => import('./position_editor.js'));
    button.hidden = true;
    root.hidden = false;
    open(steps, root);
  });
}

/**
 * The button that asks an engine for its opinion.
 * @param {Steps} steps
 */
function offerOpinion(steps) {
  const root = document.getElementById('opinion'),
    button = document.getElementById('ask');
  if (!root || !button) return;
  root.hidden = false;
  /** @type {Promise<() => Promise<void>>|undefined} */
  let coming;
  button.addEventListener('click', async () => {
    coming ??= importModule(() => import('./opinion.js')).then(({ panel }) =>
      panel(steps, byId('opinion-answer')),
    );
    const ask = await coming;
    await ask();
  });
}

/**
 * The question of a puzzle.
 * @param {Steps} steps
 */
async function offerPuzzle(steps) {
  const bar = /** @type {HTMLFormElement|null} */ (document.getElementById('puzzle-bar'));
  if (!bar) return;
  const { solve } = await importModule(() => import('./puzzle.js'));
  solve(steps, bar);
}

/**
 * The tree of a study.
 * @param {Steps} steps
 */
async function offerStudy(steps) {
  const root = document.getElementById('study');
  if (!root) return;
  const { openStudy } = await importModule(() => import('./study.js'));
  openStudy(steps, root);
}
