/**
 * Pages without a lobby or a table of their own: their reader is here, and hears of invitations.
 */
import { Waiting } from '../lobby/waiting.js';
import { Socket } from '../live/socket.js';

const socket = new Socket(
  (message) => waiting.hear(message),
  () => {},
);
const waiting = new Waiting((message) => socket.say(message));
socket.onOpen = () => socket.say({ t: 'hall', what: '' });
