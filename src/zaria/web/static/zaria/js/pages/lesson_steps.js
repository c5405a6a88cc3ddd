/** A lesson or a chapter, whatever its board: one after another, each with its verdicts on every turn. */
import { byId, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';

/**
 * What a chapter says of an answer; in a lesson it is true for an answer, else the reason against the turn.
 * @typedef {{ grade: 'solved'|'nearly'|'missed', text: string }} Graded
 */
/**
 * What the server wrote of a board: `verdicts` by the end of a turn, or by the choice; `after` is what the
 * board shows after the other side's reply. A chapter has `choices` where no turn is asked for, each with its
 * words, and the `claim` that its verdicts rest on: sentences, and answers with what they lose.
 * @typedef {{ id: string, goal: string, hint: string, side: number, game: string, verdicts:
 * Record<string, true|string|Graded>, choices?: [string, string][], claim?: { lines: string[], answers:
 * [string, string][] } }} LessonBoard
 */
/**
 * A turn that is tried; `end` names it among the verdicts, "" until it is whole.
 * @typedef {{ readonly undoable: boolean, undo(): void, reset(): void }} Trial
 */
/**
 * What the page with the board does: begins a board, names the end of the turn that is tried, draws the way
 * of an answer, and shows the reply to it.
 * @template B
 * @typedef {{ open(board: B, changed: () => void): Trial, end(): string, way(on: boolean): void, reply():
 * void }} Surface
 */

/** Tries before the way is shown. */
const TRIES = 2;
/** ms until the verdict on a turn is shown: the last checker is on its way */
const PAUSE = 350;
/** ms until the other side replies */
const REPLY = 700;

const COOKIE = 'zaria_lessons',
  YEAR = 365 * 24 * 3600;

/** What the server sent with the page. */
export const sent = () => JSON.parse(byId('data').textContent ?? '');

/**
 * Have the link to the staff, which pupils have not, name the present board.
 * @param {string} page
 */
function nameBoard(page) {
  const wrong = document.getElementById('wrong'),
    [path, query] = (wrong?.getAttribute('href') ?? '').split('?');
  const about = new URLSearchParams(query);
  about.set('page', page);
  about.set('kind', 'fault');
  wrong?.setAttribute('href', `${path}?${about}`);
}

/** @template {LessonBoard} B */
export class Lesson {
  /** @param {{ boards: B[], done: number, member: boolean }} data */
  constructor(data) {
    this.boards = data.boards;
    /** how many boards are solved, counted from the first */
    this.done = data.done;
    this.isMember = data.member;
    /** the name of the lesson or chapter in the progress: "tabla", "tabla/opening" */
    this.name = location.pathname.split('/').slice(2).join('/');
    this.at = 0;
    this.tries = 0;
    /** the turn has its verdict */
    this.judged = false;
    /** @type {Trial|null} */
    this.trial = null;
    /** @type {Surface<B>|null} */
    this.surface = null;
    this.undo = /** @type {HTMLButtonElement} */ (byId('undo'));
    this.next = byId('next');
    this.skip = byId('skip');
    this.previous = /** @type {HTMLButtonElement} */ (byId('previous'));
    this.points = /** @type {HTMLElement[]} */ ([
      ...document.querySelectorAll('.lesson-points li'),
    ]);
  }

  get board() {
    return this.boards[this.at];
  }

  /** @param {Surface<B>} surface */
  run(surface) {
    this.surface = surface;
    this.undo.addEventListener('click', () => this.back());
    this.next.addEventListener('click', () => this.onward());
    this.skip.addEventListener('click', () => this.onward());
    this.previous.addEventListener('click', () => this.go(this.at - 1));
    const number = Number(location.hash.slice(1)) - 1;
    this.go(this.boards[number] ? number : this.done % this.boards.length);
    document.documentElement.dataset.ready = '1';
  }

  /**
   * Begin a board.
   * @param {number} at
   */
  go(at) {
    this.at = at;
    this.tries = 0;
    byId('end').hidden = this.done < this.boards.length;
    byId('goal').textContent = this.board.goal;
    this.begin('');
    const page = `${location.pathname}#${at + 1}`;
    nameBoard(page);
    history.replaceState(null, '', at ? page : location.pathname);
    this.mark();
  }

  /**
   * Lay the board out anew.
   * @param {string} text to be said beside it
   */
  begin(text) {
    this.judged = false;
    this.trial = this.surface?.open(this.board, () => this.changed()) ?? null;
    this.surface?.way(this.tries >= TRIES);
    this.say(text, 'hint');
    this.choices();
    this.claim(this.tries >= TRIES);
    this.buttons();
  }

  /** The answers that are chosen by their words. */
  choices() {
    const root = document.getElementById('choices'),
      { choices = [] } = this.board;
    if (!root) return;
    root.hidden = !choices.length;
    root.replaceChildren(
      ...choices.map(([choice, words]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'btn';
        button.dataset.choice = choice;
        button.setAttribute('aria-pressed', 'false');
        button.textContent = words;
        button.addEventListener('click', () => this.choose(button));
        return button;
      }),
    );
  }

  /**
   * A wrong choice stays marked, and the others can still be made.
   * @param {HTMLButtonElement} button
   */
  choose(button) {
    if (this.judged) return;
    const verdict = this.board.verdicts[button.dataset.choice ?? ''];
    this.judged = typeof verdict === 'object' && verdict.grade === 'solved';
    button.setAttribute('aria-pressed', 'true');
    button.disabled = !this.judged;
    this.judge(verdict);
  }

  /**
   * What the verdicts of the board rest on, behind one tap.
   * @param {boolean} isOpen it gives the answer away, so it waits for one
   */
  claim(isOpen) {
    const root = /** @type {HTMLDetailsElement|null} */ (document.getElementById('claim')),
      { claim } = this.board;
    if (!root || !claim) return;
    root.hidden = !isOpen;
    root.open = false;
    root.querySelector('ol')?.replaceChildren(
      ...claim.answers.map((words) => {
        const row = document.createElement('li');
        row.append(
          ...words.map((text) =>
            Object.assign(document.createElement('span'), { textContent: text }),
          ),
        );
        return row;
      }),
    );
    /** @type {HTMLElement} */ (root.querySelector('p')).textContent = claim.lines.join(' ');
  }

  /** The turn that is tried has changed. */
  changed() {
    this.buttons();
    const end = this.surface?.end() ?? '';
    if (!end || this.judged) return;
    this.judged = true;
    this.buttons();
    setTimeout(() => this.judge(this.board.verdicts[end]), PAUSE);
  }

  /** @param {true|string|Graded} verdict */
  judge(verdict) {
    if (verdict === true) {
      this.solved(t('lesson_right'));
      return;
    }
    const graded = typeof verdict === 'object',
      text = graded ? verdict.text : verdict;
    if (graded && verdict.grade === 'solved') {
      this.solved(text);
      return;
    }
    this.tries++;
    const way =
        this.tries >= TRIES && !this.board.choices ? this.board.hint || t('lesson_way') : '',
      look = graded && verdict.grade === 'nearly' ? 'hint' : 'refused';
    this.say([text || t('lesson_wrong'), way].filter(Boolean).join(' '), look);
    this.claim(this.tries >= TRIES);
    this.buttons();
    const next = document.querySelector('#choices button:enabled') ?? byId('undo');
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  /** @param {string} text */
  solved(text) {
    this.say(text, 'good');
    this.claim(true);
    if ('after' in this.board && this.board.after) setTimeout(() => this.surface?.reply(), REPLY);
    // a board that was skipped is not solved, nor are those after it
    if (this.at === this.done) void this.keep(this.at + 1);
    this.mark();
    this.next.hidden = false;
    this.skip.hidden = true;
    this.undo.disabled = true;
    for (const button of document.querySelectorAll('#choices [aria-pressed=false]'))
      button.setAttribute('disabled', '');
    this.next.focus({ preventScroll: true });
  }

  /** Undo steps; after a wrong turn the board begins anew. */
  back() {
    if (this.judged) {
      this.begin(this.tries >= TRIES ? this.board.hint || t('lesson_way') : '');
    } else this.trial?.undo();
  }

  onward() {
    if (this.at + 1 < this.boards.length) {
      this.go(this.at + 1);
      byId('goal').focus({ preventScroll: true });
      return;
    }
    byId('end').hidden = false;
    this.next.hidden = true;
    const heading = /** @type {HTMLElement} */ (byId('end').querySelector('h2'));
    this.say('', '');
    heading.focus();
    byId('end').scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {string} text
   * @param {''|'hint'|'refused'|'good'} look
   */
  say(text, look) {
    const line = byId('said');
    line.textContent = text || '\u00a0';
    line.className = `lesson-said ${text && look}`;
  }

  buttons() {
    this.undo.hidden = !!this.board.choices;
    this.undo.disabled = !this.judged && !this.trial?.undoable;
    this.undo.classList.toggle('again', this.judged);
    this.next.hidden = true;
    this.skip.hidden = false;
  }

  /** The points of the lesson: what is solved, and which board is shown. */
  mark() {
    const of = this.boards.length;
    this.previous.disabled = this.at === 0;
    this.points.forEach((point, i) => {
      const isSolved = i < this.done;
      point.classList.toggle('done', isSolved);
      if (i === this.at) point.setAttribute('aria-current', 'step');
      else point.removeAttribute('aria-current');
      /** @type {HTMLElement} */ (point.firstElementChild).textContent = t(
        isSolved ? 'lesson_solved' : 'lesson_board',
        { n: i + 1, of },
      );
    });
  }

  /**
   * Keep how far the visitor is: a member's with the account, a guest's in a cookie.
   * @param {number} done
   */
  async keep(done) {
    this.done = done;
    if (!this.isMember) {
      const progress = guestProgress();
      progress.set(this.name, String(done));
      const secure = location.protocol === 'https:' ? '; secure' : '',
        value = [...progress].map((entry) => entry.join(':')).join('.');
      document.cookie = `${COOKIE}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
      return;
    }
    const token = /** @type {HTMLInputElement|null} */ (
      document.querySelector('[name=csrfmiddlewaretoken]')
    );
    try {
      await fetch(`${location.pathname}/solved`, {
        method: 'POST',
        keepalive: true,
        headers: { 'X-CSRFToken': token?.value ?? '' },
        body: new URLSearchParams({ boards: String(done) }),
        signal: AbortSignal.timeout(ENOUGH),
      });
    } catch {
      // the next board that is solved says so again
    }
  }
}

/** A guest's progress, which another page may have changed meanwhile. */
function guestProgress() {
  const match = document.cookie.match(`(?:^|; )${COOKIE}=([^;]*)`),
    entries = match?.[1].split('.').map((entry) => entry.split(':')) ?? [];
  return new Map(/** @type {[string, string][]} */ (entries.filter((entry) => entry.length === 2)));
}
