/**
 * Pages without a lobby or a table of their own: their reader is here, and hears of invitations.
 */
import { Waiting } from '../lobby/waiting.js';
import { Line } from '../live/socket.js';

const line = new Line(
  (message) => waiting.hear(message),
  () => {},
);
const waiting = new Waiting((message) => line.say(message));
line.opened = () => line.say({ t: 'hall', what: '' });
