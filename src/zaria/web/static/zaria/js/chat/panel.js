/** The panel of a conversation: its lines, ready-made answers, a field for one's own words. */
import { effect, signal } from '@preact/signals-core';
import { dateLocale } from '../ui/date_locale.js';
import { html, nothing } from '../ui/dom.js';

/**
 * @typedef {import('./conversation.js').Conversation} Conversation
 * @typedef {import('./conversation.js').Phrase} Phrase
 * @typedef {import('./conversation.js').Line} Line
 */

/** @type {readonly Phrase[]} */
const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'thank_you',
  'sorry',
  'one_moment',
  'rematch',
  'goodbye',
];
const NEAR = 60,
  LONGEST = 500,
  PAUSE_MS = 300_000;

/** @type {Signal<Record<string, string>|null>} */
const words = signal(null);
let isRequested = false;

/** Fetch the words of conversations, in the language of the page, and how they look. */
async function load() {
  isRequested = true;
  try {
    const answer = await fetch('/messages/words');
    if (!answer.ok) throw new Error(answer.statusText);
    const resources = await answer.json();
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = resources.sheet;
    await new Promise((done) => {
      sheet.onload = sheet.onerror = done;
      document.head.append(sheet);
    });
    words.value = resources.words;
  } catch {
    isRequested = false;
    setTimeout(() => void (isRequested || load()), 2000);
  }
}

/** Whether the words are here; if not, they are fetched. */
export function ready() {
  if (!words.value && !isRequested) void load();
  return !!words.value;
}

/**
 * @param {string} key of zaria/web/messages/chat.py
 * @param {Record<string, string>} [values]
 */
export const word = (key, values = {}) =>
  (words.value?.[key] ?? '').replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

const SMILEY = 'smiley_';

/** The smileys of the picker with their names. */
const smileys = () =>
  Object.entries(words.value ?? {})
    .filter(([key]) => key.startsWith(SMILEY))
    .map(([key, name]) => ({ smiley: key.slice(SMILEY.length), name }));

/**
 * What a line says, in the language of the page.
 * @param {{text?: string, phrase?: Phrase|null, removed?: boolean}} line
 */
export function lineText({ text, phrase, removed }) {
  if (removed || (!text && !phrase)) return word('removed');
  return phrase ? word(`phrase_${phrase}`) : text;
}

/**
 * Send a form to the server.
 * @param {string} path
 * @param {Record<string, string>} fields
 */
export async function post(path, fields) {
  const token = /** @type {HTMLInputElement|null} */ (
    document.querySelector('[name=csrfmiddlewaretoken]')
  );
  const { ok, redirected } = await fetch(path, {
    method: 'POST',
    headers: { 'X-CSRFToken': token?.value ?? '' },
    body: new URLSearchParams(fields),
  });
  return ok && !redirected;
}

export class Panel {
  /**
   * @param {Conversation} conversation
   * @param {{member: boolean, pupil: boolean, peer: () => string}} about whether the visitor is a member,
   * or has a pupil account; the login of a member whom they can block, or ""
   */
  constructor(conversation, { member, pupil, peer }) {
    this.conversation = conversation;
    this.member = member;
    this.pupil = pupil;
    this.peer = peer;
    this.draft = '';
    /** lines that were not shown yet */
    this.unread = signal(0);
    this.notice = signal('');
    /** whether the picker of smileys stands in the place of the ready-made answers */
    this.picks = signal(false);
    this.stuck = true;
    conversation.onRefused = (text) => {
      if (!this.field?.value) this.keep(text);
    };
    effect(() => {
      void [conversation.lines.value, conversation.pending.value, words.value];
      this.scroll();
    });
    effect(() => {
      if (!conversation.objection.value) queueMicrotask(() => this.keep(this.draft));
    });
  }

  get el() {
    return document.getElementById(`chat-${this.conversation.id}`);
  }

  get field() {
    return /** @type {HTMLInputElement|null|undefined} */ (this.el?.querySelector('input'));
  }

  /**
   * Keep a text that is not sent; it waits while there is no field for it.
   * @param {string} text
   */
  keep(text) {
    const field = this.field;
    this.draft = field ? '' : text;
    if (field && text) field.value = text;
  }

  /** Show the last lines, unless the reader looks at earlier ones. */
  scroll() {
    queueMicrotask(() => {
      const list = this.el?.querySelector('.chat-lines');
      if (list && this.stuck) list.scrollTop = list.scrollHeight;
    });
  }

  async mute() {
    const { id, muted } = this.conversation,
      on = !muted.peek();
    muted.value = on;
    this.stuck = true;
    this.scroll();
    const path = `/messages/${encodeURIComponent(id)}/mute`;
    if (await post(path, { muted: on ? '1' : '0' }).catch(() => false)) return;
    muted.value = !on;
    this.notice.value = word('not_done');
  }

  async block() {
    const { blocked, objection } = this.conversation,
      on = !blocked.peek(),
      name = this.peer();
    const done = await post('/messages/block', { name, on: on ? '1' : '0' }).catch(() => false);
    this.notice.value = word(done ? 'unblocked' : 'not_done', { name });
    if (!done) return;
    blocked.value = on;
    if (!on && objection.peek()?.code === 'blocked') this.conversation.object(null);
  }

  /** @param {SubmitEvent} e */
  submit = (e) => {
    e.preventDefault();
    const field = this.field,
      text = field?.value.trim();
    if (!field || !text) return;
    field.value = '';
    this.say({ text });
  };

  /** @param {{text: string}|{phrase: Phrase}} content */
  say(content) {
    this.notice.value = '';
    this.stuck = true;
    this.conversation.say(content);
  }

  async older() {
    const list = this.el?.querySelector('.chat-lines'),
      before = list?.scrollHeight ?? 0;
    this.stuck = false;
    await this.conversation.more();
    if (list) list.scrollTop += list.scrollHeight - before;
  }

  /** @param {unknown} [head] what stands above */
  view(head = nothing) {
    if (!ready()) return nothing;
    const { id } = this.conversation,
      muted = this.conversation.muted.value;
    return html`<div class="chat" id="chat-${id}">
      <div class="chat-head">${head}${this.switches()}</div>
      <div
        class="chat-lines"
        role="log"
        aria-live="polite"
        aria-label=${word('lines')}
        tabindex="0"
        @scroll=${(/** @type {Event} */ { target }) => {
          const list = /** @type {HTMLElement} */ (target);
          this.stuck = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
        }}
      >
        ${muted ? html`<p class="chat-none">${word('muted')}</p>` : this.list()}
      </div>
      ${muted ? nothing : this.composer()}
    </div>`;
  }

  list() {
    const { id, lines, pending, older } = this.conversation;
    const button = html`<button type="button" class="btn quiet" @click=${() => void this.older()}>
      ${word('older')}
    </button>`;
    if (!lines.value.length && !pending.value.length)
      return html`<p class="chat-none">${word('none')}</p>`;
    const shown = lines.value.map((line, at) => shownLine(id, line, lines.value[at - 1]));
    return html`${older.value ? button : nothing}${shown}${pending.value.map(
      (line) =>
        html`<p class="chat-line sent ${line.n ? '' : 'sending'}">
          <b class="sr">${word('you')}</b><span>${lineText(line)}</span>
        </p>`,
    )}`;
  }

  /** What stands in the place of the field where the visitor may not write: no lines, no answers. */
  obstacle() {
    const { objection, blocked } = this.conversation,
      reason = objection.value;
    if (blocked.value) return word('blocked', { name: this.peer() });
    if (!reason) return '';
    if (reason.code === 'consent_needed')
      return html`<a href="/consent" target="_blank" rel="noopener">${reason.text}</a>`;
    return reason.until ? word('silenced', { time: ending(reason.until) }) : reason.text;
  }

  composer() {
    const obstacle = this.obstacle();
    if (obstacle) return html`<p class="chat-none" role="status">${obstacle}</p>`;
    const { refusal, typing } = this.conversation;
    const types = typing.value ? word('types', { name: typing.value }) : '';
    return html`<p class="chat-note ${refusal.value ? 'wrong' : ''}" role="status">
        ${refusal.value || this.notice.value || types}
      </p>
      ${this.readyLines()}
      ${this.writes ? this.form() : html`<p class="chat-none">${word(this.pupil ? 'pupils' : 'guests')}</p>`}`;
  }

  /** Whether the visitor may write lines of their own. */
  get writes() {
    return this.member && !this.pupil;
  }

  /** What is sent by one tap: the answers, or the smileys. */
  readyLines() {
    const picks = this.picks.value,
      choices = picks
        ? smileys().map(
            ({ smiley, name }) =>
              html`<button
                type="button"
                class="smiley"
                aria-label=${name}
                title=${name}
                @click=${() => this.say({ text: smiley })}
              >
                ${smiley}
              </button>`,
          )
        : PHRASES.map(
            (phrase) =>
              html`<button type="button" data-phrase=${phrase} @click=${() => this.say({ phrase })}>
                ${word(`phrase_${phrase}`)}
              </button>`,
          );
    return html`<div class="chat-ready">
      <button
        type="button"
        class="chat-picker"
        aria-label=${word('smileys')}
        title=${word('smileys')}
        aria-pressed=${picks}
        @click=${() => {
          this.picks.value = !picks;
        }}
      >
        <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" />
          <path d="M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
        </svg>
      </button>
      <div
        class="chat-phrases"
        role="group"
        aria-label=${word(picks ? 'smileys' : 'phrases')}
        @wheel=${(/** @type {WheelEvent} */ { currentTarget, deltaY }) => {
          /** @type {HTMLElement} */ (currentTarget).scrollLeft += deltaY;
        }}
      >
        ${choices}
      </div>
    </div>`;
  }

  form() {
    return html`<form class="chat-form" @submit=${this.submit}>
      <input
        maxlength=${LONGEST}
        autocomplete="off"
        enterkeyhint="send"
        aria-label=${word('write')}
        placeholder=${word('write')}
        @input=${() => {
          this.conversation.refusal.value = '';
          this.conversation.type();
        }}
      />
      <button class="btn pri" aria-label=${word('send')} title=${word('send')}>
        <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12h15M13 6l6 6-6 6" />
        </svg>
      </button>
    </form>`;
  }

  switches() {
    const name = this.peer();
    const block = html`<button
      type="button"
      class="chat-act"
      data-act="block"
      aria-pressed=${this.conversation.blocked.value}
      @click=${() => void this.block()}
    >
      ${word(this.conversation.blocked.value ? 'unblock' : 'block', { name })}
    </button>`;
    return html`<button
        type="button"
        class="chat-act"
        data-act="mute"
        aria-pressed=${this.conversation.muted.value}
        @click=${() => void this.mute()}
      >
        ${word(this.conversation.muted.value ? 'unmute' : 'mute')}
      </button>
      ${this.member && name ? block : nothing}`;
  }
}

/** @param {number} at ms */
function moment(at) {
  const date = new Date(at),
    today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(dateLocale, {
    ...(today ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** @param {number} at ms */
const ending = (at) =>
  new Date(at).toLocaleString(dateLocale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/**
 * Whether a line follows one of the same author: the name is not shown again.
 * @param {Line} line
 * @param {Line} [before]
 */
const follows = ({ by, at, own: isOwn }, before) =>
  !!before && before.by.name === by.name && !before.own === !isOwn && at - before.at < PAUSE_MS;

/** @param {Record<string, boolean|undefined>} kinds */
const names = (kinds) =>
  Object.keys(kinds)
    .filter((kind) => kinds[kind])
    .join(' ');

/** @param {Line} line */
function authorOf({ own: isOwn, by: { name, member } }) {
  if (isOwn) return html`<b class="sr">${word('you')}</b>`;
  return member
    ? html`<a href=${`/@${name}`} target="_blank" rel="noopener"><b>${name}</b></a>`
    : html`<b>${name}</b>`;
}

/**
 * The link to the form that reports a line to the staff.
 * @param {string} id
 * @param {Line} line
 */
const report = (id, { n, by }) =>
  html`<a
    class="chat-report"
    href=${`/report?about=line:${id}:${n}`}
    target="_blank"
    rel="noopener"
    title=${word('report')}
    aria-label=${word('report_line', { name: by.name })}
  >
    <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 21V4h12l-3 4 3 4H6" />
    </svg>
  </a>`;

/**
 * @param {string} id
 * @param {Line} line
 * @param {Line} [before]
 */
function shownLine(id, line, before) {
  const again = follows(line, before),
    kinds = { sent: line.own, removed: line.removed, follows: again },
    gone = line.own || line.removed;
  const time = moment(line.at);
  return html`<p
    class="chat-line ${names(kinds)}"
    data-n=${line.n}
    title=${time}
    style=${`--by:${line.by.colour}`}
  >
    ${again && !line.own ? html`<b class="sr">${line.by.name}</b>` : authorOf(line)}<span dir="auto"
      >${lineText(line)}</span
    ><time datetime=${new Date(line.at).toISOString()}>${time}</time
    >${gone ? nothing : report(id, line)}
  </p>`;
}
