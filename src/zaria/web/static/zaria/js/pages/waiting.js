/**
 * Pages without a lobby or a table of their own: their reader is here, and hears of invitations.
 */
import '../app/late.js';
import { Waiting } from '../lobby/waiting.js';
import { Socket } from '../live/socket.js';
import { whenLoaded } from '../ui/imports.js';

const socket = new Socket(
  (message) => {
    if (!room?.hear(message)) waiting.hear(message);
  },
  () => {},
);
const waiting = new Waiting((message) => socket.say(message));
socket.onOpen = () => {
  socket.say({ t: 'hall', what: '' });
  room?.again();
};
/** @type {ReturnType<typeof import('./room.js').follow>|undefined} */
let room;
const place = document.querySelector('[data-conversation]');
if (place instanceof HTMLElement)
  void whenLoaded(() => import('./room.js'))((m) => {
    room = m.follow(place, (message) => socket.say(message));
  });
