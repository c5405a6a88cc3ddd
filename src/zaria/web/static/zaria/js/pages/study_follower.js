/** What others do in a study: the changes of its writers, and the place that a leader shows. */
import { byId, t } from '../ui/dom.js';
import { importModule } from '../ui/imports.js';

/** @typedef {import('./study.js').Lead} Lead */
/** @typedef {import('./study.js').OpenStudy} OpenStudy */
/**
 * A message of the socket about a study.
 * @typedef {{ chapter?: number, revision?: number, lead?: number }} Change
 */

/** Milliseconds between two looks at what the others have changed, without the socket. */
const LOOK_MS = 3000;
/** The same with it: a message may be lost. */
const CHECK_MS = 30000;
/** Milliseconds in which the readers of a study look after a message: not all of them at once. */
const SPREAD_MS = 200;

export class StudyFollower {
  /** @param {OpenStudy} study */
  constructor(study) {
    this.study = study;
    this.line = byId('study-lead');
    this.isLeading = false;
    this.isFollowing = !study.sheet.may_write;
    this.isConnected = false;
    this.lookedAt = 0;
    /**
     * A change that a message announced and at which the page has not looked.
     * @type {Change|null}
     */
    this.change = null;
  }

  open() {
    this.line.querySelector('button')?.addEventListener('click', () => {
      this.isFollowing = !this.isFollowing;
      this.led(this.study.sheet.lead);
    });
    if (!this.study.isFramed) this.follow();
  }

  /** Hear of what the others change; without the socket, and now and then with it, ask. */
  follow() {
    const id = this.study.sheet.path.split('/')[2];
    setInterval(() => {
      const isLate = performance.now() - this.lookedAt > CHECK_MS;
      this.study.writer.prepareAgain();
      if (this.change || !this.isConnected || isLate) void this.look();
    }, LOOK_MS);
    void importModule(() => import('../live/socket.js')).then(({ Socket }) => {
      const socket = new Socket(
        (message) => {
          if (message.t === 'study' && message.id === id) this.hear(message);
        },
        (isOpen) => {
          this.isConnected = isOpen;
        },
      );
      const subscribe = () => {
        socket.say({ t: 'study', id });
        void this.look();
      };
      socket.onOpen = subscribe;
      if (socket.socket?.readyState === WebSocket.OPEN) subscribe();
    });
  }

  /** @param {Change} message */
  hear(message) {
    const { chapter = 0, revision = 0, lead: step = 0 } = message,
      { sheet } = this.study;
    if (revision && (chapter !== sheet.chapter || revision <= sheet.revision)) return;
    if (step && this.isLeading) return;
    if (!this.change) setTimeout(() => this.look(), Math.random() * SPREAD_MS);
    this.change = {
      revision: Math.max(revision, this.change?.revision ?? 0),
      lead: Math.max(step, this.change?.lead ?? 0),
    };
  }

  /** True while the visitor writes something that a new list would disturb. */
  get isDisturbing() {
    return this.study.isDirty || this.study.writer.isEngaged;
  }

  /** Look at what the others have changed meanwhile, and where the leader is. */
  async look() {
    const { study, change } = this,
      { sheet } = study;
    if (document.hidden || this.isDisturbing) return;
    const isNamed = !!change && !!(change.revision || change.lead),
      news = isNamed ? `&revision=${change?.revision ?? 0}&step=${change?.lead ?? 0}` : '',
      version = `since=${sheet.revision}&lead=${sheet.lead?.[3] ?? 0}${news}`;
    this.change = null;
    this.lookedAt = performance.now();
    const answer = await study.askLine(`node=${study.node.id}&${version}`, true);
    if (!answer || this.isDisturbing) return;
    const { lead: place, revision } = answer.sheet;
    if (revision === study.sheet.revision) study.sheet.lead = place;
    else {
      const wasFollowing = this.isFollowing;
      study.lay(answer, false);
      this.isFollowing = wasFollowing;
    }
    this.led(place);
  }

  /**
   * Say who leads, and go where they are if the visitor follows.
   * @param {Lead|null} place
   */
  led(place) {
    const { study } = this,
      isOther = !!place && !this.isLeading && !study.isFramed;
    this.line.hidden = !isOther;
    if (!isOther) return;
    const [name, chapter, node] = place,
      words = /** @type {HTMLElement} */ (this.line.querySelector('span'));
    words.textContent = t('st_leads', { name });
    this.line.querySelector('button')?.setAttribute('aria-pressed', String(this.isFollowing));
    if (!this.isFollowing) return;
    if (chapter !== study.sheet.chapter)
      location.assign(`${study.sheet.path.replace(/\d+$/, String(chapter))}?node=${node}`);
    else if (node !== study.node.id) void study.goTo(node);
  }

  /**
   * The visitor is at another place: the others are to see it, or they follow no more.
   * @param {number} id
   * @param {boolean} isFirst
   */
  stepped(id, isFirst) {
    const place = this.study.sheet.lead;
    if (this.isLeading) void this.lead(id);
    // a visitor who steps by hand looks for themselves
    else if (!isFirst && this.isFollowing && place && place[2] !== id) {
      this.isFollowing = false;
      this.led(place);
    }
  }

  /**
   * Begin to lead the others, or end it.
   * @returns {boolean} whether the visitor leads now
   */
  toggleLead() {
    this.isLeading = !this.isLeading;
    void this.lead(this.isLeading ? this.study.node.id : '');
    this.led(null);
    return this.isLeading;
  }

  /** @param {number|string} node that the others are to see; '': none */
  async lead(node) {
    const fields = new FormData();
    fields.set('csrfmiddlewaretoken', this.study.formToken);
    fields.set('node', String(node));
    try {
      await fetch(`${this.study.sheet.path}/lead`, { method: 'POST', body: fields });
    } catch {
      // the next step says it again
    }
  }
}
