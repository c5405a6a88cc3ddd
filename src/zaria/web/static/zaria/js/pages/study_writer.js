/** The tools of a writer in a study: what can be played after a place, and the changes of its tree. */
import { byId, t } from '../ui/dom.js';
import { ENOUGH } from '../ui/imports.js';
import { offerDice } from './study_dice.js';
import { drawShapes } from './study_drawings.js';

/** @typedef {import('./attempt.js').Trial} Trial */
/** @typedef {import('./study.js').OpenStudy} OpenStudy */
/** @typedef {import('./study_drawings.js').Shape} Shape */
/**
 * What can be played after a node.
 * @typedef {{ node: number, count: number, ways: import('./attempt.js').Ways|null, roll: boolean,
 * acts: [string, string][], pass: boolean }} Entry
 */

/** Milliseconds for which a place is shown before the page asks what can be played there. */
const STAY_MS = 200;
/** Milliseconds in which a deletion is confirmed. */
const CONFIRM_MS = 3000;

export class StudyWriter {
  /**
   * @param {OpenStudy} study
   * @param {string} address to which changes are sent
   */
  constructor(study, address) {
    this.study = study;
    this.address = address;
    this.bar = document.getElementById('study-bar');
    this.home = study.steps.near;
    /** @type {Trial|null} */
    this.trial = null;
    /** @type {Entry|null} */
    this.entry = null;
    this.isBusy = false;
    this.isDrawing = false;
    this.firstPlace = '';
    this.willPlay = false;
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /** True while a turn is tried on the board. */
  get isTrying() {
    return !!this.trial;
  }

  /** True while a change is on its way, or part of a turn is played. */
  get isEngaged() {
    return this.isBusy || !!this.trial?.undoable;
  }

  open() {
    const { study } = this,
      { form, sign } = study;
    if (!study.sheet.may_write || !form) return;
    form.hidden = false;
    offerDice(byId('study-dice'), (roll) => this.add(roll));
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      const { id, comment } = study.node;
      void this.send({
        do: 'comment',
        node: id,
        text: study.field?.value ?? '',
        before: comment,
      });
    });
    sign?.addEventListener('change', () =>
      this.send({ do: 'sign', node: study.node.id, sign: sign.value }),
    );
    onPress('promote', () => this.send({ do: 'promote', node: study.node.id }));
    onPress('turn', () => {
      this.begin();
      this.offer();
    });
    onPress('undo', () => this.trial?.undo());
    onPress('pass', () => this.add('pass'));
    onPress('add', () => this.add(new URLSearchParams(this.trial?.query).get('moves') ?? ''));
    this.confirmDelete(button('delete'));
    onPress('draw', () => this.drawing(!this.isDrawing));
    onPress('clear', () => this.setShapes([]));
    onPress('lead', () => {
      button('lead').setAttribute('aria-pressed', String(study.follower.toggleLead()));
    });
  }

  /** Another place is shown: ask soon what can be played there. */
  stepped() {
    this.entry = null;
    if (!this.bar || this.isDrawing) return;
    this.bar.setAttribute('aria-busy', 'true');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.prepare(), STAY_MS);
  }

  /** Ask again what can be played: the server was away when the page asked. */
  prepareAgain() {
    if (this.bar?.ariaBusy === 'true' && !this.isBusy) void this.prepare();
  }

  endTrial() {
    this.trial = null;
    this.study.steps.board?.attempt(null);
  }

  /** Offer what can be played here. */
  async prepare() {
    const { study } = this,
      answer = /** @type {Entry|null} */ (
        await study.ask(`entry.json?node=${study.node.id}`, true)
      );
    if (!answer || answer.node !== study.node.id || this.isDrawing) return;
    this.entry = answer;
    if (answer.ways && ('tree' in answer.ways && answer.ways.tree ? this.willPlay : true))
      this.begin();
    this.willPlay = false;
    this.offer();
    this.bar?.setAttribute('aria-busy', 'false');
  }

  /** Let the writer play on the board. The side that plays a roll sits below. */
  begin() {
    const { steps } = this.study,
      ways = this.entry?.ways;
    if (!ways) return;
    if (ways.tree) steps.near = ways.side;
    this.trial = steps.board?.attempt(ways, () => this.tried()) ?? null;
    steps.left = () => {
      this.endTrial();
      steps.near = this.home;
    };
    steps.redraw();
    this.study.draw();
  }

  /** What is tried has changed. On squares a whole move is added at once. */
  tried() {
    if (this.trial?.query && !this.entry?.ways?.tree) {
      this.add(new URLSearchParams(this.trial.query).get('move') ?? '');
      return;
    }
    this.study.draw();
    this.offer();
  }

  offer() {
    const { bar, entry, trial, isDrawing } = this;
    if (!bar) return;
    const isTurn = !!entry?.ways?.tree;
    bar.hidden = false;
    byId('study-dice').hidden = !entry?.roll || isDrawing;
    button('turn').hidden = !isTurn || !!trial || isDrawing;
    button('add').hidden = !isTurn || !trial;
    button('add').disabled = !trial?.query || this.isBusy;
    button('undo').hidden = !trial || (!isTurn && !trial.undoable);
    button('undo').disabled = !trial?.undoable;
    button('pass').hidden = !entry?.pass;
    button('clear').hidden = !isDrawing || !this.study.node.shapes.length;
    byId('colour').hidden = !isDrawing;
    for (const old of bar.querySelectorAll('[data-cube]')) old.remove();
    for (const [act, words] of isDrawing ? [] : (entry?.acts ?? [])) {
      const cube = document.createElement('button');
      cube.type = 'button';
      cube.className = 'btn';
      cube.dataset.cube = act;
      cube.textContent = words;
      cube.addEventListener('click', () => this.add(act));
      byId('study-acts').prepend(cube);
    }
    if (!this.isBusy) this.study.say(this.advice());
  }

  advice() {
    const { entry } = this;
    if (this.isDrawing) return t('st_draw');
    if (!entry) return '';
    if (entry.roll) return t('st_dice');
    if (entry.pass) return t('st_no_move');
    if (entry.ways) return t(entry.ways.tree ? 'st_turn_long' : 'st_move');
    return t(entry.acts.length ? 'st_answer' : 'st_over');
  }

  /** @param {string} act */
  add(act) {
    this.willPlay = /^[1-6]{2}$/.test(act) && !!this.entry?.roll;
    void this.send({ do: 'add', node: this.study.node.id, act }, true);
  }

  /**
   * @param {object} operation
   * @param {boolean} [isOnward]
   */
  async send(operation, isOnward = false) {
    const { study } = this;
    if (this.isBusy || !study.form) return;
    this.isBusy = true;
    const fields = new FormData();
    fields.set('csrfmiddlewaretoken', study.formToken);
    const { held } = study;
    fields.set('held', held);
    fields.set('operation', JSON.stringify(operation));
    try {
      const answer = await fetch(this.address, {
          method: 'POST',
          body: fields,
          signal: AbortSignal.timeout(ENOUGH),
        }),
        reply = await answer.json();
      this.isBusy = false;
      if (answer.ok) {
        const current = await study.current(reply, held);
        if (current) study.lay(current, isOnward);
      } else {
        const current = await study.ask(`line.json?node=${study.node.id}`, true);
        if (current && !study.isDirty) study.lay(current, false);
        else if (current) {
          study.sheet = current.sheet;
          study.isOutdated = true;
        }
        study.say(reply.reason);
        clearTimeout(this.timer);
      }
    } catch {
      this.isBusy = false;
      study.say(t('st_lost'));
    }
  }

  /**
   * The first press says what would be deleted, the second one deletes it.
   * @param {HTMLButtonElement} remove
   */
  confirmDelete(remove) {
    const words = remove.textContent ?? '';
    remove.addEventListener('click', () => {
      const { id, count: shownCount } = this.study.node,
        count = this.entry?.count ?? shownCount;
      if (remove.dataset.node !== String(id)) {
        remove.dataset.node = String(id);
        remove.textContent = t('st_delete', { n: count });
        setTimeout(() => {
          remove.dataset.node = '';
          remove.textContent = words;
        }, CONFIRM_MS);
        return;
      }
      void this.send({ do: 'delete', node: id, count });
    });
  }

  /** @param {boolean} isOn */
  drawing(isOn) {
    const { steps, surface } = this.study;
    this.isDrawing = isOn;
    this.firstPlace = '';
    button('draw').setAttribute('aria-pressed', String(isOn));
    steps.leave();
    this.endTrial();
    surface.mark(isOn ? (at) => this.place(at) : null);
    steps.redraw();
    this.study.draw();
    if (!isOn) void this.prepare();
    this.offer();
  }

  /** @param {number} at a point or a square of the board */
  place(at) {
    const { over, surface, node } = this.study,
      name = surface.nameOf(at),
      start = this.firstPlace;
    if (!start) {
      this.firstPlace = name;
      drawShapes(over, surface, [...node.shapes, { start: name, colour: colour() }]);
      return;
    }
    const shape = {
      start,
      ...(name === start ? {} : { end: name }),
      ...(colour() === 'green' ? {} : { colour: colour() }),
    };
    this.firstPlace = '';
    const same = JSON.stringify(shape),
      remaining = node.shapes.filter((drawing) => JSON.stringify(drawing) !== same);
    this.setShapes(remaining.length === node.shapes.length ? [...remaining, shape] : remaining);
  }

  /** @param {Shape[]} shapes */
  setShapes(shapes) {
    const { id, shapes: before } = this.study.node;
    void this.send({ do: 'shapes', node: id, shapes, before }).then(() => this.offer());
  }
}

const button = (/** @type {string} */ act) =>
  /** @type {HTMLButtonElement} */ (document.querySelector(`[data-act=${act}]`));

/**
 * @param {string} act
 * @param {() => void} press
 */
const onPress = (act, press) => button(act).addEventListener('click', press);

const colour = () => /** @type {HTMLSelectElement} */ (byId('colour')).value;
