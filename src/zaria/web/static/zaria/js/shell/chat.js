/**
 * The chat of a table: that of its two players, or that of those who watch, which the players can
 * read once the match is over.
 */
import { computed, effect, signal, untracked } from '@preact/signals-core';
import { Conversation } from '../chat/conversation.js';
import { Panel, ready, lineText, word } from '../chat/panel.js';
import { markRead, unreadLines } from '../chat/read_marks.js';
import { html, icon, nothing, t } from '../ui/dom.js';
import { say } from './announcer.js';
import { compact, menu } from './controls.js';
import { closeChat, openChat, tab } from './side_panel.js';

/** @typedef {'table'|'onlookers'} Room */
/** @typedef {import('../chat/conversation.js').Phrase} Phrase */

/** @type {Phrase[]} */
const COURTESY = ['well_played', 'thank_you'];

/** @param {Panel} [panel] */
const mark = (panel) =>
  panel?.unread.value ? html`<b class="badge">${panel.unread.value}</b>` : nothing;

/**
 * @param {import('./state.js').TableState} table
 * @param {Session} session
 */
export function follow(table, session) {
  const { dataset } = document.body,
    member = 'member' in dataset,
    pupil = 'pupil' in dataset,
    chosen = signal(/** @type {Room|''} */ ('')),
    visible = computed(() => tab.value === 'chat' && (!compact.value || menu.value));
  /** @type {Map<Room, Panel>} */
  const panels = new Map();

  /** @param {Room} room */
  function panelOf(room) {
    const existing = panels.get(room);
    if (existing) return existing;
    const conversation = new Conversation(`${room}:${table.id}`, (message) => session.say(message));
    const panel = new Panel(conversation, {
      member,
      pupil,
      peer() {
        const opponent = room === 'table' && table.view.value.players[1 - table.me.value];
        return opponent && opponent.member ? opponent.name : '';
      },
    });
    panels.set(room, panel);
    conversation.open();
    markUnread(room, panel);
    return panel;
  }

  /**
   * @param {Room} room
   * @param {Panel} panel
   */
  function markUnread(room, { conversation, unread }) {
    let announced = -1;
    effect(() => {
      void conversation.lines.value;
      if (visible.value && current.value === room) markRead(conversation.id, conversation.last);
      const fresh = unreadLines(conversation),
        newest = fresh[fresh.length - 1];
      unread.value = fresh.length;
      if (room !== table.room.value) return;
      table.unread.value = fresh.length;
      if (!newest || newest.n <= announced || !ready()) return;
      announced = newest.n;
      say(`${newest.by.name}: ${lineText(newest)}`);
    });
  }

  const current = computed(() => chosen.value || table.room.value);

  table.listen = () => {
    for (const { conversation } of panels.values()) conversation.open();
  };
  table.hear = (message) =>
    [...panels.values()].some(({ conversation }) => conversation.hear(message));
  effect(() => {
    const room = current.value;
    void visible.value;
    if (room) untracked(() => panelOf(room).scroll());
  });

  /** Whether a player has two rooms: after the match. */
  const both = computed(() => table.view.value.phase === 'over' && table.room.value === 'table');
  effect(() => {
    if (both.value) untracked(() => panelOf('onlookers'));
  });

  /** The choice between them. */
  const rooms = () =>
    both.value
      ? html`<div class="seg">
          ${
            /** @type {Room[]} */ (['table', 'onlookers']).map(
              (room) =>
                html`<button
                  type="button"
                  aria-pressed=${current.value === room}
                  @click=${() => {
                    panelOf(room);
                    chosen.value = room;
                  }}
                >
                  ${word(room)}${mark(panels.get(room))}
                </button>`,
            )
          }
        </div>`
      : html`<b>${word(current.value)}</b>`;

  /** What has been sent by a tap in the sheet of the result. */
  const sent = signal(/** @type {Set<string>} */ (new Set()));

  /** @param {Phrase} phrase */
  const courtesy = (phrase) =>
    html`<button
      type="button"
      class="chip"
      data-courtesy=${phrase}
      ?disabled=${sent.value.has(phrase)}
      @click=${() => {
        sent.value = new Set([...sent.value, phrase]);
        panelOf('table').say({ phrase });
      }}
    >
      ${sent.value.has(phrase) ? '✓ ' : ''}${word(`phrase_${phrase}`)}
    </button>`;

  /** The last unread line of the opponent, which opens the chat. */
  function newestLine() {
    const { conversation, unread } = panelOf('table'),
      line = unread.value ? unreadLines(conversation).at(-1) : undefined;
    if (!line || visible.value) return nothing;
    return html`<button type="button" class="result-said" @click=${openChat}>
      <b>${line.by.name}</b><span dir="auto">${lineText(line)}</span>
    </button>`;
  }

  return {
    /**
     * The chat in the sheet of a result: the opponent's last line, ready-made lines for the end of a match,
     * each sent once and without leaving the sheet, and the way to the chat, which opens below the sheet.
     */
    besideResult() {
      if (table.room.value !== 'table' || !ready()) return nothing;
      return html`${newestLine()}
        <div class="row result-courtesy">
          ${visible.value ? nothing : COURTESY.map(courtesy)}
          <button
            type="button"
            class="chip"
            id="result-chat"
            aria-label=${t('chat')}
            aria-pressed=${visible.value}
            @click=${visible.value ? closeChat : openChat}
          >
            ${icon('chat')}${mark(panels.get('table'))}
          </button>
        </div>`;
    },
    panel() {
      const room = current.value;
      return room && panels.has(room) ? panelOf(room).view(rooms()) : nothing;
    },
  };
}
