/** A study: the line that is shown, what can be played after it, and what its writers change. */
import { byId, t } from '../ui/dom.js';
import { ENOUGH, importModule } from '../ui/imports.js';
import { offerDice } from './study_dice.js';
import { drawShapes } from './study_drawings.js';
import { layOver } from '../ui/arrow_layer.js';

/** @typedef {import('./replay_steps.js').Steps<any>} Steps */
/** @typedef {import('./attempt.js').Trial} Trial */
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
 * A message of the socket about a study.
 * @typedef {{ chapter?: number, revision?: number, lead?: number }} Change
 */
/**
 * @typedef {{ line: { frames: any[], stops: number[] }, sheet: Sheet,
 * list: string, title: string }} Answer
 */
/**
 * What can be played after a node.
 * @typedef {{ node: number, count: number, ways: import('./attempt.js').Ways|null, roll: boolean,
 * acts: [string, string][], pass: boolean }} Entry
 */

/** Milliseconds between two looks at what the others have changed, without the socket. */
const LOOK_MS = 3000;
/** The same with it: a message may be lost. */
const CHECK_MS = 30000;
/** Milliseconds in which the readers of a study look after a message: not all of them at once. */
const SPREAD_MS = 200;
/** Milliseconds for which a place is shown before the page asks what can be played there. */
const STAY_MS = 200;

/**
 * Let the visitor step through a study, and a writer change it.
 * @param {Steps} steps
 * @param {HTMLElement} root
 */
export function openStudy(steps, root) {
  let sheet = /** @type {Sheet} */ (JSON.parse(byId('sheet').textContent ?? ''));
  const list = byId('moves'),
    isFramed = document.body.classList.contains('framed'),
    followed = byId('study-lead'),
    text = byId('comment-text'),
    bar = document.getElementById('study-bar'),
    form = /** @type {HTMLFormElement|null} */ (document.getElementById('study-form')),
    field = /** @type {HTMLTextAreaElement|undefined} */ (form?.elements.namedItem('comment')),
    sign = /** @type {HTMLSelectElement|null} */ (document.getElementById('sign')),
    surface = /** @type {import('./study_drawings.js').Surface} */ (steps.board?.surface),
    over = layOver(surface.element),
    home = steps.near;
  /** @type {Trial|null} */
  let trial = null;
  /** @type {Entry|null} */
  let entry = null;
  /** @type {StudyNode|null} */
  let shown = null;
  let isBusy = false,
    isDrawing = false,
    firstPlace = '',
    isLeading = false,
    isFollowing = !sheet.may_write,
    willPlay = false;
  /** @type {number|undefined} */
  let timer;
  /**
   * A change that a message announced and at which the page has not looked.
   * @type {Change|null}
   */
  let change = null;
  let isConnected = false,
    lookedAt = 0;

  const now = () => sheet.nodes[steps.at];
  const button = (/** @type {string} */ act) =>
    /** @type {HTMLButtonElement} */ (document.querySelector(`[data-act=${act}]`));
  const isDirty = () => !!field && field.value !== now().comment;

  steps.follow = show;
  steps.opinionAddress = () => steps.frame.link.replace('?', '/opinion.json?');
  new ResizeObserver(() => draw()).observe(surface.element);
  document.addEventListener('click', (e) => {
    const link = /** @type {HTMLElement} */ (e.target).closest('a[data-node]');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    void goTo(Number(/** @type {HTMLElement} */ (link).dataset.node));
  });
  document.addEventListener('keydown', (e) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[e.key],
      target = /** @type {HTMLElement} */ (e.target);
    if (!by || e.altKey || e.ctrlKey || target.closest('input,textarea,select,.keys,dialog'))
      return;
    e.preventDefault();
    variation(by);
  });
  if (sheet.may_write && form) write(form);
  followed.querySelector('button')?.addEventListener('click', () => {
    isFollowing = !isFollowing;
    led(sheet.lead);
  });
  if (!isFramed) follow();
  show();
  led(sheet.lead);

  /** The place has changed: bring the list, the texts and the drawings to it. */
  function show() {
    const node = now();
    // the same place is drawn again while a turn is tried there
    if (node === shown && trial) {
      draw();
      return;
    }
    const isFirst = !shown;
    shown = node;
    for (const link of document.querySelectorAll('a[data-node]')) {
      const isHere = Number(/** @type {HTMLElement} */ (link).dataset.node) === node.id;
      link.toggleAttribute('aria-current', isHere);
      if (isHere) {
        link.setAttribute('aria-current', 'true');
        reveal(/** @type {HTMLElement} */ (link));
      }
    }
    text.textContent = node.comment;
    text.hidden = !!form || !node.comment;
    if (field && sign) {
      field.value = node.comment;
      sign.value = node.sign;
      sign.disabled = node.id === 0;
    }
    draw();
    if (!isFramed) history.replaceState(null, '', `${sheet.path}?node=${node.id}`);
    if (isLeading) void lead(node.id);
    // who steps by hand looks for themselves
    else if (!isFirst && isFollowing && sheet.lead && sheet.lead[2] !== node.id) {
      isFollowing = false;
      led(sheet.lead);
    }
    entry = null;
    if (!bar || isDrawing) return;
    bar.setAttribute('aria-busy', 'true');
    clearTimeout(timer);
    timer = setTimeout(prepare, STAY_MS);
  }

  /** @param {HTMLElement} link */
  function reveal(link) {
    const box = byId('turns');
    if (box.scrollHeight <= box.clientHeight) return;
    const top = link.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30)
      box.scrollTop = top - box.clientHeight / 2;
  }

  function draw() {
    drawShapes(over, surface, now().shapes);
  }

  /**
   * Another line, from the server.
   * @param {Answer} answer
   * @param {boolean} isOnward the next position of the line before
   */
  function lay(answer, isOnward) {
    endTrial();
    steps.left = undefined;
    ({ sheet } = answer);
    steps.data.frames = answer.line.frames;
    steps.data.stops = answer.line.stops;
    steps.last = answer.line.frames.length - 1;
    steps.at = sheet.at;
    list.innerHTML = answer.list;
    byId('chapter-title').textContent = answer.title;
    byId('at').setAttribute('max', String(steps.last));
    steps.show(isOnward);
    steps.steer();
  }

  /** @param {number} id */
  async function goTo(id) {
    const at = sheet.nodes.findIndex((node) => node.id === id);
    if (at >= 0) {
      steps.go(at);
      return;
    }
    const answer = await ask(`line.json?node=${id}`);
    if (answer) lay(answer, false);
  }

  /** @param {number} by to the next or the previous move in place of this one */
  function variation(by) {
    const ids = [...document.querySelectorAll(`a[data-parent='${now().parent}']`)].map((link) =>
        Number(/** @type {HTMLElement} */ (link).dataset.node),
      ),
      at = ids.indexOf(now().id),
      next = ids[at + by];
    if (at >= 0 && next !== undefined) void goTo(next);
  }

  /** Hear of what the others change; without the socket, and now and then with it, ask. */
  function follow() {
    const id = sheet.path.split('/')[2];
    setInterval(() => {
      const isLate = performance.now() - lookedAt > CHECK_MS;
      // what can be played here was asked for while the server was away
      if (bar?.ariaBusy === 'true' && !isBusy) void prepare();
      if (change || !isConnected || isLate) void look();
    }, LOOK_MS);
    void importModule(() => import('../live/socket.js')).then(({ Socket }) => {
      const socket = new Socket(
        (message) => {
          if (message.t === 'study' && message.id === id) hear(message);
        },
        (isOpen) => {
          isConnected = isOpen;
        },
      );
      const subscribe = () => {
        socket.say({ t: 'study', id });
        void look();
      };
      socket.onOpen = subscribe;
      if (socket.socket?.readyState === WebSocket.OPEN) subscribe();
    });
  }

  /** @param {Change} message */
  function hear(message) {
    const { chapter = 0, revision = 0, lead: step = 0 } = message;
    if (revision && (chapter !== sheet.chapter || revision <= sheet.revision)) return;
    if (step && isLeading) return;
    if (!change) setTimeout(look, Math.random() * SPREAD_MS);
    change = {
      revision: Math.max(revision, change?.revision ?? 0),
      lead: Math.max(step, change?.lead ?? 0),
    };
  }

  /** Look at what the others have changed meanwhile, and where the leader is. */
  async function look() {
    if (document.hidden || isBusy || isDirty() || trial?.undoable) return;
    const isNamed = !!change && !!(change.revision || change.lead),
      news = isNamed ? `&revision=${change?.revision ?? 0}&step=${change?.lead ?? 0}` : '',
      version = `since=${sheet.revision}&lead=${sheet.lead?.[3] ?? 0}${news}`;
    change = null;
    lookedAt = performance.now();
    const answer = /** @type {Answer|null} */ (
      await ask(`line.json?node=${now().id}&${version}`, true)
    );
    if (!answer || isBusy || isDirty() || trial?.undoable) return;
    const { lead: place, revision } = answer.sheet;
    if (revision === sheet.revision) sheet.lead = place;
    else {
      const wasFollowing = isFollowing;
      lay(answer, false);
      isFollowing = wasFollowing;
    }
    led(place);
  }

  /**
   * Say who leads, and go where they are if the visitor follows.
   * @param {Lead|null} place
   */
  function led(place) {
    const isOther = !!place && !isLeading && !isFramed;
    followed.hidden = !isOther;
    if (!isOther) return;
    const [name, chapter, node] = place,
      words = /** @type {HTMLElement} */ (followed.querySelector('span'));
    words.textContent = t('st_leads', { name });
    followed.querySelector('button')?.setAttribute('aria-pressed', String(isFollowing));
    if (!isFollowing) return;
    if (chapter !== sheet.chapter)
      location.assign(`${sheet.path.replace(/\d+$/, String(chapter))}?node=${node}`);
    else if (node !== now().id) void goTo(node);
  }

  /** @param {number|string} node that the others are to see; '': none */
  async function lead(node) {
    const fields = new FormData();
    fields.set(
      'csrfmiddlewaretoken',
      String(new FormData(form ?? undefined).get('csrfmiddlewaretoken')),
    );
    fields.set('node', String(node));
    try {
      await fetch(`${sheet.path}/lead`, { method: 'POST', body: fields });
    } catch {
      // the next step says it again
    }
  }

  /**
   * @param {string} query
   * @param {boolean} [isQuiet] says nothing of a lost connection
   * @returns {Promise<any>} null without an answer
   */
  async function ask(query, isQuiet = false) {
    try {
      const answer = await fetch(`${sheet.path}/${query}`, { signal: AbortSignal.timeout(ENOUGH) });
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
      say(reply.reason);
    } catch {
      if (!isQuiet) say(t('st_lost'));
    }
    return null;
  }

  /** @param {string} words */
  function say(words) {
    const line = document.getElementById('study-said');
    if (line) line.textContent = words;
  }

  function endTrial() {
    trial = null;
    steps.board?.attempt(null);
  }

  /** Offer what can be played here. */
  async function prepare() {
    const node = now();
    const answer = /** @type {Entry|null} */ (await ask(`entry.json?node=${node.id}`, true));
    if (!answer || answer.node !== now().id || isDrawing) return;
    entry = answer;
    if (answer.ways && ('tree' in answer.ways && answer.ways.tree ? willPlay : true)) begin();
    willPlay = false;
    offer();
    bar?.setAttribute('aria-busy', 'false');
  }

  /** Let the writer play on the board. The side that plays a roll sits below. */
  function begin() {
    const ways = entry?.ways;
    if (!ways) return;
    if (ways.tree) steps.near = ways.side;
    trial = steps.board?.attempt(ways, tried) ?? null;
    steps.left = () => {
      endTrial();
      steps.near = home;
    };
    steps.redraw();
    draw();
  }

  /** What is tried has changed. On squares a whole move is added at once. */
  function tried() {
    if (trial?.query && !entry?.ways?.tree) {
      add(new URLSearchParams(trial.query).get('move') ?? '');
      return;
    }
    draw();
    offer();
  }

  function offer() {
    if (!bar) return;
    const isTurn = !!entry?.ways?.tree;
    bar.hidden = false;
    byId('study-dice').hidden = !entry?.roll || isDrawing;
    button('turn').hidden = !isTurn || !!trial || isDrawing;
    button('add').hidden = !isTurn || !trial;
    button('add').disabled = !trial?.query || isBusy;
    button('undo').hidden = !trial || (!isTurn && !trial.undoable);
    button('undo').disabled = !trial?.undoable;
    button('pass').hidden = !entry?.pass;
    button('clear').hidden = !isDrawing || !now().shapes.length;
    byId('colour').hidden = !isDrawing;
    for (const old of bar.querySelectorAll('[data-cube]')) old.remove();
    for (const [act, words] of isDrawing ? [] : (entry?.acts ?? [])) {
      const cube = document.createElement('button');
      cube.type = 'button';
      cube.className = 'btn';
      cube.dataset.cube = act;
      cube.textContent = words;
      cube.addEventListener('click', () => add(act));
      byId('study-acts').prepend(cube);
    }
    if (!isBusy) say(advice());
  }

  function advice() {
    if (isDrawing) return t('st_draw');
    if (!entry) return '';
    if (entry.roll) return t('st_dice');
    if (entry.pass) return t('st_no_move');
    if (entry.ways) return t(entry.ways.tree ? 'st_turn_long' : 'st_move');
    return t(entry.acts.length ? 'st_answer' : 'st_over');
  }

  /** @param {string} act */
  function add(act) {
    willPlay = /^[1-6]{2}$/.test(act) && !!entry?.roll;
    void send({ do: 'add', node: now().id, act }, true);
  }

  /**
   * @param {object} operation
   * @param {boolean} [isOnward]
   */
  async function send(operation, isOnward = false) {
    if (isBusy || !form) return;
    isBusy = true;
    const fields = new FormData();
    fields.set('csrfmiddlewaretoken', String(new FormData(form).get('csrfmiddlewaretoken')));
    fields.set('operation', JSON.stringify(operation));
    try {
      const answer = await fetch(root.dataset.change ?? '', {
          method: 'POST',
          body: fields,
          signal: AbortSignal.timeout(ENOUGH),
        }),
        reply = await answer.json();
      isBusy = false;
      if (answer.ok) lay(reply, isOnward);
      else {
        const current = await ask(`line.json?node=${now().id}`, true);
        if (current && !isDirty()) lay(current, false);
        else if (current) ({ sheet } = current);
        say(reply.reason);
        clearTimeout(timer);
      }
    } catch {
      isBusy = false;
      say(t('st_lost'));
    }
  }

  /**
   * The tools of a writer.
   * @param {HTMLFormElement} texts
   */
  function write(texts) {
    texts.hidden = false;
    offerDice(byId('study-dice'), add);
    texts.addEventListener('submit', (e) => {
      e.preventDefault();
      const { id, comment } = now();
      void send({ do: 'comment', node: id, text: field?.value ?? '', before: comment });
    });
    sign?.addEventListener('change', () => send({ do: 'sign', node: now().id, sign: sign.value }));
    button('promote').addEventListener('click', () => send({ do: 'promote', node: now().id }));
    button('turn').addEventListener('click', () => {
      begin();
      offer();
    });
    button('undo').addEventListener('click', () => trial?.undo());
    button('pass').addEventListener('click', () => add('pass'));
    button('add').addEventListener('click', () =>
      add(new URLSearchParams(trial?.query).get('moves') ?? ''),
    );
    confirmDelete(button('delete'));
    button('draw').addEventListener('click', () => drawing(!isDrawing));
    button('clear').addEventListener('click', () => setShapes([]));
    button('lead').addEventListener('click', () => {
      isLeading = !isLeading;
      button('lead').setAttribute('aria-pressed', String(isLeading));
      void lead(isLeading ? now().id : '');
      led(null);
    });
  }

  /**
   * The first press says what would be deleted, the second one deletes it.
   * @param {HTMLButtonElement} remove
   */
  function confirmDelete(remove) {
    const words = remove.textContent ?? '';
    remove.addEventListener('click', () => {
      const { id } = now(),
        count = entry?.count ?? now().count;
      if (remove.dataset.node !== String(id)) {
        remove.dataset.node = String(id);
        remove.textContent = t('st_delete', { n: count });
        setTimeout(() => {
          remove.dataset.node = '';
          remove.textContent = words;
        }, LOOK_MS);
        return;
      }
      void send({ do: 'delete', node: id, count });
    });
  }

  /** @param {boolean} isOn */
  function drawing(isOn) {
    isDrawing = isOn;
    firstPlace = '';
    button('draw').setAttribute('aria-pressed', String(isOn));
    steps.leave();
    endTrial();
    surface.mark(isOn ? place : null);
    steps.redraw();
    draw();
    if (!isOn) void prepare();
    offer();
  }

  /** @param {number} at a point or a square of the board */
  function place(at) {
    const name = surface.nameOf(at);
    if (!firstPlace) {
      firstPlace = name;
      drawShapes(over, surface, [...now().shapes, { start: name, colour: colour() }]);
      return;
    }
    const shape = {
      start: firstPlace,
      ...(name === firstPlace ? {} : { end: name }),
      ...(colour() === 'green' ? {} : { colour: colour() }),
    };
    firstPlace = '';
    const same = JSON.stringify(shape),
      remaining = now().shapes.filter((drawing) => JSON.stringify(drawing) !== same);
    setShapes(remaining.length === now().shapes.length ? [...remaining, shape] : remaining);
  }

  const colour = () => /** @type {HTMLSelectElement} */ (byId('colour')).value;

  /** @param {Shape[]} shapes */
  function setShapes(shapes) {
    const { id, shapes: before } = now();
    void send({ do: 'shapes', node: id, shapes, before }).then(offer);
  }
}
