/** A study: the line that is shown, its texts and drawings, and the list of its moves. */
import { layOver } from '../ui/arrow_layer.js';
import { byId, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { drawShapes } from './study_drawings.js';
import { editMoves } from './study_moves.js';
import { StudyFollower } from './study_follower.js';
import { StudyWriter } from './study_writer.js';

/** @typedef {import('./replay_steps.js').Steps<any>} Steps */
/** @typedef {import('./study_drawings.js').Shape} Shape */
/**
 * @typedef {{ id: number, parent: number, sign: string, comment: string, shapes: Shape[], count:
 * number }} StudyNode
 */
/**
 * The place that a leader shows.
 * @typedef {[name: string, chapter: number, node: number, at: number]} Lead
 */
/**
 * @typedef {{ path: string, chapter: number, lead: Lead|null, revision: number, may_write: boolean,
 * at: number, nodes: StudyNode[] }} Sheet `at`: the place in the line that is shown first
 */
/**
 * A line, and the whole list of moves; or what differs from the page, with `edits`: the line goes on after
 * its first `keep` nodes, and of these only the changed ones are sent.
 * @typedef {{ line: { frames: any[], stops: number[], keep?: number }, sheet: Sheet,
 * list?: string, edits?: import('./study_moves.js').Edits, title: string, node: number }} Answer
 */

/**
 * Let the visitor step through a study, and a writer change it.
 * @param {Steps} steps
 * @param {HTMLElement} root
 */
export function openStudy(steps, root) {
  new OpenStudy(steps, root).open();
}

/** The study on the page. */
export class OpenStudy {
  /**
   * @param {Steps} steps
   * @param {HTMLElement} root
   */
  constructor(steps, root) {
    this.steps = steps;
    this.sheet = /** @type {Sheet} */ (JSON.parse(byId('sheet').textContent ?? ''));
    this.isFramed = document.body.classList.contains('framed');
    this.list = byId('moves');
    this.text = byId('comment-text');
    this.form = /** @type {HTMLFormElement|null} */ (document.getElementById('study-form'));
    this.field = /** @type {HTMLTextAreaElement|undefined} */ (
      this.form?.elements.namedItem('comment')
    );
    this.sign = /** @type {HTMLSelectElement|null} */ (document.getElementById('sign'));
    this.surface = /** @type {import('./study_drawings.js').Surface} */ (steps.board?.surface);
    this.over = layOver(this.surface.element);
    /** @type {StudyNode|null} */
    this.shown = null;
    /** True while the board and the list are older than the sheet. */
    this.isOutdated = false;
    this.writer = new StudyWriter(this, root.dataset.change ?? '');
    this.follower = new StudyFollower(this);
  }

  /** The node that is shown. */
  get node() {
    return /** @type {StudyNode} */ (this.sheet.nodes[this.steps.at]);
  }

  /** What the page has: the server sends what differs from it, and everything for ''. */
  get held() {
    return this.isOutdated ? '' : `${this.sheet.revision}.${this.sheet.nodes.at(-1)?.id}`;
  }

  /** True while a comment is typed that is not stored. */
  get isDirty() {
    return !!this.field && this.field.value !== this.node.comment;
  }

  open() {
    this.steps.follow = () => this.show();
    this.steps.opinionAddress = () => this.steps.frame.link.replace('?', '/opinion.json?');
    new ResizeObserver(() => this.draw()).observe(this.surface.element);
    document.addEventListener('click', (e) => {
      const link = /** @type {HTMLElement} */ (e.target).closest('a[data-node]');
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      void this.goTo(Number(/** @type {HTMLElement} */ (link).dataset.node));
    });
    document.addEventListener('keydown', (e) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[e.key],
        target = /** @type {HTMLElement} */ (e.target);
      if (!by || e.altKey || e.ctrlKey || target.closest('input,textarea,select,.keys,dialog'))
        return;
      e.preventDefault();
      this.variation(by);
    });
    this.writer.open();
    this.follower.open();
    this.show();
    this.follower.led(this.sheet.lead);
  }

  /** The place has changed: bring the list, the texts and the drawings to it. */
  show() {
    const { node, field, sign } = this;
    // the same place is drawn again while a turn is tried there
    if (node === this.shown && this.writer.isTrying) {
      this.draw();
      return;
    }
    const isFirst = !this.shown;
    this.shown = node;
    for (const link of document.querySelectorAll('a[data-node][aria-current]'))
      link.removeAttribute('aria-current');
    const link = /** @type {HTMLElement|null} */ (
      document.querySelector(`a[data-node='${node.id}']`)
    );
    link?.setAttribute('aria-current', 'true');
    if (link) reveal(link);
    this.text.textContent = node.comment;
    this.text.hidden = !!this.form || !node.comment;
    if (field && sign) {
      field.value = node.comment;
      sign.value = node.sign;
      sign.disabled = node.id === 0;
    }
    this.draw();
    if (!this.isFramed) history.replaceState(null, '', `${this.sheet.path}?node=${node.id}`);
    this.follower.stepped(node.id, isFirst);
    this.writer.stepped();
  }

  draw() {
    drawShapes(this.over, this.surface, this.node.shapes);
  }

  /**
   * Another line, from the server.
   * @param {Answer} answer
   * @param {boolean} isOnward the next position of the line before
   */
  lay(answer, isOnward) {
    const { steps } = this,
      { frames, stops, keep = 0 } = answer.line,
      sent = new Map(answer.sheet.nodes.map((node) => [node.id, node])),
      shared = this.sheet.nodes.slice(0, keep).map((node) => sent.get(node.id) ?? node),
      sharedIds = new Set(shared.map(({ id }) => id));
    this.writer.endTrial();
    this.isOutdated = false;
    steps.left = undefined;
    this.sheet = answer.sheet;
    this.sheet.nodes = [...shared, ...answer.sheet.nodes.filter(({ id }) => !sharedIds.has(id))];
    steps.data.frames = [...steps.data.frames.slice(0, keep), ...frames];
    steps.data.stops = stops;
    steps.last = steps.data.frames.length - 1;
    steps.at = this.sheet.at;
    if (answer.edits) editMoves(this.list, answer.edits);
    else this.list.innerHTML = answer.list ?? '';
    byId('chapter-title').textContent = answer.title;
    byId('at').setAttribute('max', String(steps.last));
    steps.show(isOnward);
    steps.steer();
  }

  /** @param {number} id */
  async goTo(id) {
    const at = this.sheet.nodes.findIndex((node) => node.id === id);
    if (at >= 0) {
      this.steps.go(at);
      return;
    }
    const answer = await this.askLine(`node=${id}`);
    if (answer) this.lay(answer, false);
  }

  /**
   * @param {string} query
   * @param {boolean} [isQuiet] says nothing of a lost connection
   * @returns {Promise<Answer|null>}
   */
  async askLine(query, isQuiet = false) {
    const { held } = this;
    return this.current(await this.ask(`line.json?${query}&held=${held}`, isQuiet), held);
  }

  /**
   * The answer to a page that had `held`; the whole line if the page has shown another meanwhile.
   * @param {Answer|null} answer
   * @param {string} held
   * @returns {Promise<Answer|null>}
   */
  async current(answer, held) {
    if (!answer?.edits || held === this.held) return answer;
    return this.ask(`line.json?node=${answer.node}`, true);
  }

  /** @param {number} by to the next or the previous move in place of this one */
  variation(by) {
    const { id, parent } = this.node,
      ids = [...document.querySelectorAll(`a[data-parent='${parent}']`)].map((link) =>
        Number(/** @type {HTMLElement} */ (link).dataset.node),
      ),
      at = ids.indexOf(id),
      next = ids[at + by];
    if (at >= 0 && next !== undefined) void this.goTo(next);
  }

  /**
   * @param {string} query
   * @param {boolean} [isQuiet] says nothing of a lost connection
   * @returns {Promise<any>} null without an answer
   */
  async ask(query, isQuiet = false) {
    try {
      const answer = await fetch(`${this.sheet.path}/${query}`, {
        signal: AbortSignal.timeout(ENOUGH),
      });
      if (answer.status === 204) return null;
      if (answer.status === 404) {
        location.reload(); // the study is shown no more
        return null;
      }
      const reply = await answer.json();
      if (reply.moved) {
        location.assign(reply.moved); // the chapter was deleted
        return null;
      }
      if (answer.ok) return reply;
      this.say(reply.reason);
    } catch {
      if (!isQuiet) this.say(t('st_lost'));
    }
    return null;
  }

  /** @param {string} words */
  say(words) {
    const line = document.getElementById('study-said');
    if (line) line.textContent = words;
  }

  /** The token with which the page's forms are sent. */
  get formToken() {
    return String(new FormData(this.form ?? undefined).get('csrfmiddlewaretoken'));
  }
}

/** @param {HTMLElement} link */
function reveal(link) {
  const box = byId('turns');
  if (box.scrollHeight <= box.clientHeight) return;
  const top = link.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30)
    box.scrollTop = top - box.clientHeight / 2;
}
