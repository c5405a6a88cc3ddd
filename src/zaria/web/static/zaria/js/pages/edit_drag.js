/** Pieces in the hand of who edits a position: from place to place, from the store, and off the board. */

/** Pixels from which on a pointer drags, and by which a piece floats above a finger. */
const FAR = { touch: 9, other: 4 },
  ABOVE = 44;

/** What `follow` tells of a drag that was broken off. */
const BROKEN = -2;

/**
 * `under` names the place at a point of the window, -1 beside the board; `top` the piece that stands
 * there, "" for none. `lift` takes that piece away, and `put` places one if the board allows it.
 * @typedef {{ field: HTMLElement, store: HTMLElement, size(): number, under(p: XY): number, top(at:
 * number): string, tap(at: number): void, lift(at: number): void, put(at: number, piece: string):
 * boolean }} Hand
 */

/** @param {Hand} hand */
export function draggable(hand) {
  const { field, store } = hand;
  field.addEventListener(
    'pointerdown',
    (e) => {
      const from = hand.under({ x: e.clientX, y: e.clientY });
      if (e.button || !e.isPrimary || from < 0) return;
      e.preventDefault();
      e.stopImmediatePropagation(); // the board would take it for a move
      const piece = hand.top(from);
      follow(hand, e, piece, {
        begin: () => hand.lift(from),
        drop(at) {
          if (at === BROKEN || (at >= 0 && !hand.put(at, piece))) hand.put(from, piece);
        },
        tap: () => hand.tap(from),
      });
    },
    true,
  );
  store.addEventListener('pointerdown', (e) => {
    const tool = /** @type {HTMLElement} */ (e.target).closest('[data-tool]'),
      piece = /** @type {HTMLElement|null} */ (tool)?.dataset.tool;
    if (!piece || e.button || !e.isPrimary) return;
    follow(hand, e, piece, {
      begin() {},
      drop(at) {
        if (at >= 0) hand.put(at, piece);
      },
      tap() {},
    });
  });
}

/**
 * Let a piece follow the pointer from where it was pressed; without a piece it can only be a tap.
 * @param {Hand} hand
 * @param {PointerEvent} pressed
 * @param {string} piece
 * @param {{ begin(): void, drop(at: number): void, tap(): void }} tell
 */
function follow(hand, pressed, piece, tell) {
  const { pointerId, pointerType, clientX, clientY } = pressed,
    touch = pointerType === 'touch';
  /** @type {HTMLElement|null} */
  let ghost = null;
  let moved = false;
  const point = (/** @type {PointerEvent} */ e) => ({
    x: e.clientX,
    y: e.clientY - (touch ? ABOVE : 0),
  });
  const move = (/** @type {PointerEvent} */ e) => {
    if (e.pointerId !== pointerId) return;
    const far = Math.hypot(e.clientX - clientX, e.clientY - clientY);
    moved ||= far >= (touch ? FAR.touch : FAR.other);
    if (!moved || !piece) return;
    if (!ghost) {
      ghost = picture(hand, piece);
      tell.begin();
    }
    const { x, y } = point(e);
    ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%) scale(1.12)`;
  };
  const end = (/** @type {PointerEvent} */ e) => {
    if (e.pointerId !== pointerId) return;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    const up = e.type === 'pointerup';
    ghost?.remove();
    if (ghost) tell.drop(up ? hand.under(point(e)) : BROKEN);
    else if (up && !moved) tell.tap();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

/**
 * The piece that floats: drawn as in the store, as large as on the board.
 * @param {Hand} hand
 * @param {string} piece
 */
function picture(hand, piece) {
  const ghost = document.createElement('div'),
    drawn = hand.store.querySelector(`[data-tool="${piece}"] > *`);
  ghost.className = 'ed-drag';
  ghost.style.width = ghost.style.height = `${hand.size()}px`;
  if (drawn) ghost.append(drawn.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}
