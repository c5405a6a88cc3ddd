/** The board on which a player makes a line of moves for both sides, and agrees to it. */
import { SquaresAttempt } from './attempt_squares.js';
import { t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { houses, squareName } from '../squares/geometry.js';
import { kindOf, pieceImage } from '../squares/pieces.js';
import { SquaresView } from '../squares/view.js';

/**
 * The board after the moves of a line, as the server answers.
 * @typedef {{side: number, board: string, ways: import('../protocol.js').MoveView[], text: string,
 * is_whole: boolean}} LinePosition
 */

/**
 * Let a line be made in the form of the sheet.
 * @param {HTMLFormElement} form
 */
export async function follow(form) {
  const find = (/** @type {string} */ css) => /** @type {HTMLElement} */ (form.querySelector(css));
  const { game, size, coordinates, house, side } = JSON.parse(
    find('#agreed-board').textContent ?? '',
  );
  const grid = { size, coordinates },
    text = find('.agreed-text'),
    undo = /** @type {HTMLButtonElement} */ (find('[data-act=undo]')),
    agree = /** @type {HTMLButtonElement} */ (find('[name=line]'));
  /**
   * the moves so far
   * @type {string[]}
   */
  let line = [];
  /** @type {SquaresAttempt|null} */
  let attempt = null;

  /**
   * A square as a screen reader says it: "c3: man, light".
   * @param {number} at
   */
  function describe(at) {
    const letter = attempt?.at[at],
      name = squareName(grid, at) || t('light_square');
    if (!letter) return `${name}: ${t('empty')}`;
    const isOwn = pieceImage(game, letter).light === (side === 0);
    return `${name}: ${t(`${isOwn ? 'my' : 'foe'}_${kindOf(game, letter)}`)}`;
  }

  const view = new SquaresView(
    find('.board'),
    { game, grid, houses: game === 'ugolki' ? houses(house) : [] },
    {
      sources: () => attempt?.sources() ?? new Set(),
      targets: () => attempt?.targets() ?? new Map(),
      grips: (at) => (attempt?.chosen.length ?? 2) < 2 && Boolean(attempt?.sources().has(at)),
      held: () => attempt?.chosen[0] ?? -1,
      anywhere: () => false,
      describe,
      pick: (at) => attempt?.pick(at),
      tap: (at) => attempt?.tap(at),
      go: (at) => attempt?.go(at),
      clear: () => attempt?.clear(),
    },
  );
  view.field.querySelector('.keys')?.setAttribute('aria-label', t('board'));
  view.turn(side === 1);
  undo.addEventListener('click', () => {
    if (attempt?.undoable) attempt.undo();
    else void load(line.slice(0, -1));
  });
  await load([]);

  function draw() {
    if (!attempt) return;
    view.set([...attempt.at], attempt.taken, null);
    view.light({
      last: attempt.whole?.path ?? [],
      plan: [],
      chosen: attempt.whole ? -1 : (attempt.chosen.at(-1) ?? -1),
      targets: attempt.targets(),
      can: attempt.sources(),
      check: -1,
    });
    undo.disabled = !line.length && !attempt.undoable;
  }

  function changed() {
    draw();
    if (attempt?.whole) void load([...line, attempt.whole.move]);
  }

  /**
   * Show the board after a line; one that the server refuses leaves the line as it was.
   * @param {string[]} moves
   */
  async function load(moves) {
    const query = new URLSearchParams(moves.map((move) => ['move', move]));
    try {
      const answer = await fetch(`${form.action}/line?${query}`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      const reply = await answer.json();
      if (!answer.ok) throw new Error(reply.reason);
      take(moves, reply);
    } catch (error) {
      text.textContent = String(/** @type {Error} */ (error).message);
      if (attempt?.whole) attempt.undo();
    }
  }

  /**
   * @param {string[]} moves
   * @param {LinePosition} position
   */
  function take(moves, position) {
    line = moves;
    attempt = new SquaresAttempt(position.board, position, grid, changed);
    text.textContent = position.text || (text.dataset.begin ?? '');
    agree.value = line.join(' ');
    agree.disabled = !position.is_whole;
    draw();
  }
}
