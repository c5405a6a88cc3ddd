/** A puzzle: the answer is played on the board, sent to be judged, and laid beside the right one. */
import { byId, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';

/** @typedef {import('./replay_steps.js').Steps<any>} Steps */
/** @typedef {import('./attempt.js').Trial} Trial */
/**
 * What is to be played: the ways of a turn, none where the answer is a button; `line` are the moves of a
 * solution that were played before.
 * @typedef {{ ways: import('./attempt.js').Ways|null, line: string[] }} Task
 */
/**
 * The answer of the server: a verdict, or how a solution goes on.
 * @typedef {{ verdict?: string, said: string, html: string, side?: number, played?: any, better?:
 * any, line: string[], shown: { frames: any[] }, ways: import('./attempt.js').Ways, solution?:
 * any[] }} Reply `solution`: the frames of a solution of several moves
 */

/**
 * Let the visitor answer.
 * @param {Steps} steps
 * @param {HTMLFormElement} bar
 */
export function solve(steps, bar) {
  const first = /** @type {Task} */ (JSON.parse(byId('task').textContent ?? '')),
    statusLine = /** @type {HTMLElement} */ (bar.querySelector('[role=status]')),
    questionHtml = statusLine.innerHTML,
    firstFrame = steps.data.frames[0],
    root = byId('verdict'),
    button = (/** @type {string} */ act) =>
      /** @type {HTMLButtonElement|null} */ (bar.querySelector(`[data-act=${act}]`)),
    choices = /** @type {NodeListOf<HTMLButtonElement>} */ (bar.querySelectorAll('[name=choice]'));
  let task = first;
  /** @type {Trial|null} */
  let trial = null;
  /** @type {'play'|'ask'|'done'} */
  let phase = 'play';

  document.documentElement.dataset.attempt = '1';
  bar.addEventListener('submit', (e) => {
    e.preventDefault();
    const { submitter } = /** @type {SubmitEvent} */ (e);
    void send(/** @type {HTMLButtonElement|null} */ (submitter)?.value ?? '');
  });
  button('undo')?.addEventListener('click', () => trial?.undo());
  button('before')?.addEventListener('click', () => steps.go(steps.at - 1));
  button('after')?.addEventListener('click', () => steps.go(steps.at + 1));
  root.addEventListener('click', (e) => {
    const move = /** @type {HTMLElement} */ (e.target).closest('[data-frame]');
    if (!move) return;
    steps.go(Number(/** @type {HTMLElement} */ (move).dataset.frame));
    byId('board').scrollIntoView({ block: 'nearest' });
  });
  button('again')?.addEventListener('click', () => {
    root.innerHTML = '';
    statusLine.innerHTML = questionHtml;
    begin(first);
  });
  root.addEventListener('submit', (e) => {
    e.preventDefault();
    const { submitter, target } = /** @type {SubmitEvent} */ (e);
    void act(
      /** @type {HTMLFormElement} */ (target),
      /** @type {HTMLButtonElement|null} */ (submitter),
    );
  });
  begin(first);
  count(bar);

  /**
   * Replace what the page steps through.
   * @param {any[]} frames
   * @param {number} [at] the one that is shown
   */
  function put(frames, at = 0) {
    steps.data.frames = frames;
    steps.data.stops = frames.map((_, i) => i);
    steps.last = frames.length - 1;
    steps.at = at;
  }

  /** @param {Task} next */
  function begin(next) {
    task = next;
    phase = 'play';
    steps.compare = () => null;
    steps.follow = () => {};
    if (!task.line.length) put([firstFrame]);
    trial = task.ways ? (steps.board?.attempt(task.ways, draw) ?? null) : null;
    steps.show(false);
    draw();
  }

  function draw() {
    const isOver = phase === 'done';
    for (const choice of choices) choice.hidden = isOver;
    for (const act of ['undo', 'done']) button(act)?.toggleAttribute('hidden', isOver);
    button('undo')?.toggleAttribute('disabled', phase !== 'play' || !trial?.undoable);
    button('done')?.toggleAttribute('disabled', phase !== 'play' || !trial?.query);
    for (const choice of choices) choice.disabled = phase !== 'play';
    if (!isOver)
      for (const act of ['before', 'after']) button(act)?.toggleAttribute('hidden', true);
    button('next')?.toggleAttribute('hidden', !isOver);
    button('again')?.toggleAttribute('hidden', !isOver || root.querySelector('.solved') !== null);
  }

  /** @param {string} choice */
  async function send(choice) {
    if (phase !== 'play' || !(choice || trial?.query)) return;
    phase = 'ask';
    statusLine.textContent = t('op_thinking');
    draw();
    const fields = new FormData(bar);
    fields.delete('once'); // another try is another answer
    if (choice) fields.set('choice', choice);
    else for (const [name, value] of new URLSearchParams(trial?.query)) fields.set(name, value);
    fields.set('line', task.line.join(' '));
    try {
      const answer = await fetch(bar.action, {
          method: 'POST',
          body: fields,
          signal: AbortSignal.timeout(2 * ENOUGH),
        }),
        reply = await answer.json();
      if (!answer.ok) throw new Error(reply.reason);
      if (reply.next) location.replace(reply.next);
      else if (reply.verdict) show(reply);
      else goOn(reply);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      statusLine.textContent = name === 'Error' ? message : t('op_lost');
      phase = 'play';
      draw();
    }
  }

  /**
   * The reply of the other side, and the next own move.
   * @param {Reply} reply
   */
  function goOn({ said: words, shown, line, ways }) {
    steps.board?.attempt(null);
    put(shown.frames);
    steps.show(true);
    statusLine.textContent = words;
    begin({ ways, line });
  }

  /** @param {Reply} reply */
  function show({ said: words, html, side = 0, played, better, solution }) {
    phase = 'done';
    root.innerHTML = html;
    statusLine.textContent = words;
    const folded = /** @type {HTMLDetailsElement|null} */ (document.getElementById('solution')),
      answeredAt = solution ? task.line.length : steps.at;
    const lay = () => {
      steps.board?.attempt(null);
      steps.compare = () =>
        better && steps.at === answeredAt ? { frame: answeredAt, side, played, better } : null;
      if (solution) stepThrough(solution, better ? answeredAt : solution.length - 1, words);
      steps.redraw();
    };
    if (better) folded?.addEventListener('toggle', lay, { once: true });
    else if (solution) lay();
    draw();
    bar.focus({ preventScroll: true });
  }

  /**
   * Let the reader step through a solution: by the buttons, the moves of the list and the arrow keys.
   * @param {any[]} frames
   * @param {number} first where it begins
   * @param {string} words of the verdict
   */
  function stepThrough(frames, first, words) {
    const moves = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-frame]'));
    put(frames, first);
    const follow = () => {
      for (const move of moves)
        move.setAttribute('aria-current', String(Number(move.dataset.frame) === steps.at));
      button('before')?.setAttribute('aria-disabled', String(steps.at === 0));
      button('after')?.setAttribute('aria-disabled', String(steps.at === steps.last));
    };
    steps.follow = () => {
      follow();
      const move = steps.at ? moves[steps.at - 1].textContent : '';
      statusLine.textContent = move ? `${steps.at}/${steps.last} ${move}` : words;
    };
    follow();
    for (const act of ['before', 'after']) button(act)?.toggleAttribute('hidden', false);
  }
}

/**
 * Count a run down; it ends with its time.
 * @param {HTMLFormElement} bar
 */
function count(bar) {
  const line = /** @type {HTMLElement|null} */ (bar.querySelector('.puzzle-run')),
    face = line?.querySelector('.time');
  if (!line || !face) return;
  const end = performance.now() + Number(line.dataset.left);
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (seconds) setTimeout(tick, 250);
    else location.replace(line.dataset.end ?? '');
  };
  tick();
}

/**
 * A vote, a report, or a repetition: the answer of the server is the form as it is now.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement|null} button
 */
async function act(form, button) {
  const fields = new FormData(form);
  fields.delete('once'); // the same vote may be given, taken back and given again
  fields.set('act', button?.value ?? '');
  try {
    const answer = await fetch(form.action, { method: 'POST', body: fields });
    if (answer.ok) form.outerHTML = await answer.text();
  } catch {
    // the line is lost: nothing has changed, and the buttons say so
  }
}
