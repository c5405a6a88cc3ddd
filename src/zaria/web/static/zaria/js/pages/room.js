/**
 * The conversation on a page: of two members, or of all who are at a tournament or in a federation.
 * A folded one has a mark with the number of unread lines.
 */
import { effect } from '@preact/signals-core';
import { Conversation } from '../chat/conversation.js';
import { Panel } from '../chat/panel.js';
import { markRead, readUpTo, unreadLines } from '../chat/read_marks.js';
import { mount } from '../ui/dom.js';

/**
 * @param {HTMLElement} place
 * @param {(message: import('../protocol.js').FromClient) => void} say
 */
export function follow(place, say) {
  const { conversation: id = '', peer = '', member, pupil } = place.dataset,
    conversation = new Conversation(id, say),
    panel = new Panel(conversation, {
      member: member !== undefined,
      pupil: pupil !== undefined,
      peer: () => peer,
    });
  const folds = place instanceof HTMLDetailsElement,
    inside = folds ? place.querySelector('div') : place,
    badge = /** @type {HTMLElement|null} */ (place.querySelector('summary .badge'));
  let open = false,
    shown = false,
    read = 0;

  /** Whether lines are on the screen as they come. */
  const visible = () => !document.hidden && (!folds || place.open);

  /** Read the conversation: one that is folded too, for its mark, but where nobody knows the visitor. */
  function subscribe() {
    if (open || !(visible() || member !== undefined || readUpTo(id))) return;
    open = true;
    conversation.open();
  }

  function show() {
    if (!folds || place.open) {
      subscribe();
      if (!shown) mount(/** @type {HTMLElement} */ (inside), () => panel.view());
      shown = true;
    }
    mark();
  }

  /** Lines that were seen are read. */
  function mark() {
    const { last } = conversation;
    if (visible() && last > read) {
      read = last;
      if (id.startsWith('direct:')) say({ t: 'seen', id, n: last });
      else markRead(id, last);
    }
    if (!badge) return;
    const unread = unreadLines(conversation).length;
    badge.hidden = !unread;
    badge.textContent = String(unread);
  }

  place.addEventListener('toggle', show);
  document.addEventListener('visibilitychange', mark);
  effect(() => {
    void [conversation.lines.value, conversation.muted.value];
    mark();
  });
  subscribe();
  show();
  return {
    /** @param {FromServer} message */
    hear: (message) => conversation.hear(message),
    /** The connection is new. */
    again() {
      if (open) conversation.open();
      read = 0;
      mark();
    },
  };
}
