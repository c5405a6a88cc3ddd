/** What goes over the socket: events in order, commands until they are answered, the server's clock. */
import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Conversation } from '#js/chat/conversation.js';
import { Session } from '#js/live/session.js';
import { follow } from '#js/app/unsent.js';
import { randomHex } from '#js/live/socket.js';

/** A socket that notes what is sent over it. */
class Wire {
  static OPEN = 1;
  static latest;
  readyState = Wire.OPEN;
  sent = [];

  constructor() {
    Wire.latest = this;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}
globalThis.WebSocket = Wire;
mock.method(globalThis, 'setInterval', () => 0);

const session = (n = 7) => {
  const messages = [];
  const opened = new Session(
    'm1',
    n,
    (message) => messages.push(message),
    () => {},
  );
  const wire = Wire.latest;
  wire.onopen();
  wire.sent.splice(0);
  const receive = (message) => wire.onmessage({ data: JSON.stringify(message) });
  return { opened, wire, messages, receive };
};
const event = (n, t = 'rolled') => ({ t: 'ev', m: 'm1', n, e: { t } });

describe('events of a match', () => {
  test('are taken in order', () => {
    const { messages, receive } = session();
    receive(event(8));
    receive(event(9));
    assert.deepEqual(
      messages.map(({ n }) => n),
      [8, 9],
    );
  });
  test('that were seen are left out', () => {
    const { messages, receive } = session();
    receive(event(7));
    assert.deepEqual(messages, []);
  });
  test('behind a gap are asked for', () => {
    const { wire, messages, receive } = session();
    receive(event(9));
    assert.deepEqual(messages, []);
    assert.deepEqual(wire.sent, [{ t: 'watch', m: 'm1', n: 7 }]);
  });
  test('of another match are left out', () => {
    const { messages, receive } = session();
    receive({ ...event(8), m: 'm2' });
    assert.deepEqual(messages, []);
  });
  test('begin anew with a whole state', () => {
    const { opened, receive } = session();
    receive({ t: 'state', m: 'm1', n: 20 });
    assert.equal(opened.n, 20);
  });
  test('are asked for where the connection broke', () => {
    const { wire, receive } = session();
    receive(event(8));
    wire.onopen();
    assert.deepEqual(wire.sent[0], { t: 'watch', m: 'm1', n: 8 });
  });
});

describe('a command', () => {
  test('is sent with its match', () => {
    const { opened, wire } = session();
    const c = opened.do({ t: 'roll' });
    assert.deepEqual(wire.sent, [{ t: 'do', m: 'm1', c, k: { t: 'roll' } }]);
  });
  test('has a name of its own', () => {
    const { opened } = session();
    assert.notEqual(opened.do({ t: 'roll' }), opened.do({ t: 'roll' }));
  });
  test('without an answer is repeated on a new connection', () => {
    const { opened, wire } = session();
    const c = opened.do({ t: 'roll' });
    wire.onopen();
    assert.deepEqual(
      wire.sent.filter(({ t }) => t === 'do').map((message) => message.c),
      [c, c],
    );
  });
  for (const t of ['ack', 'no'])
    test(`that was answered by "${t}" is not repeated`, () => {
      const { opened, wire, receive } = session();
      const c = opened.do({ t: 'roll' });
      receive({ t, m: 'm1', c });
      wire.onopen();
      assert.equal(wire.sent.filter((message) => message.t === 'do').length, 1);
    });
  test('counts as answered once the last of its events is here', () => {
    const { messages, receive } = session();
    receive({ t: 'ack', c: 'x', n: 9 });
    receive(event(8));
    assert.deepEqual(
      messages.map(({ n }) => n),
      [8],
    );
    receive(event(9));
    receive(event(10));
    assert.deepEqual(
      messages.map(({ t }) => t),
      ['ev', 'ev', 'ack', 'ev'],
    );
  });
  test('counts as answered by a state that follows', () => {
    const { messages, receive } = session();
    receive({ t: 'ack', c: 'x', n: 9 });
    receive({ t: 'state', m: 'm1', n: 12 });
    assert.deepEqual(
      messages.map(({ t }) => t),
      ['state', 'ack'],
    );
  });
  test('without a running clock has no thinking time', () => {
    const { opened, wire, receive } = session();
    receive(event(8));
    opened.do({ t: 'roll' });
    assert.ok(!('w' in wire.sent.at(-1)));
  });
  test('with a running clock says how long the player thought', () => {
    const { opened, wire, receive } = session();
    receive(event(8));
    opened.do({ t: 'roll' }, true);
    assert.ok(wire.sent.at(-1).w >= 0);
  });
  test('waits for the connection', () => {
    const { opened, wire } = session();
    wire.readyState = 0;
    opened.do({ t: 'roll' });
    assert.deepEqual(wire.sent, []);
  });
});

describe('a command that was not sent', () => {
  beforeEach(() => localStorage.clear());
  const seat = (side) => ({ you: signal(side), waiting: signal(false) });
  const sentBy = (side, n) => {
    const { opened, wire } = session(n),
      table = seat(side);
    follow(opened, table);
    assert.equal(table.waiting.value, wire.sent.length > 0);
    return wire.sent.filter(({ t }) => t === 'do');
  };
  const unsent = (side = 0) => {
    const { opened, wire, receive } = session();
    follow(opened, seat(side));
    wire.readyState = 3;
    return { c: opened.do({ t: 'roll' }), receive };
  };
  test('is sent by the next page of the seat, under its name', () => {
    const { c } = unsent();
    assert.deepEqual(sentBy(0, 7), [{ t: 'do', m: 'm1', c, k: { t: 'roll' } }]);
  });
  test('is not sent after another event', () => {
    unsent();
    assert.deepEqual(sentBy(0, 8), []);
  });
  test('is not sent for the other side', () => {
    unsent();
    assert.deepEqual(sentBy(1, 7), []);
  });
  test('of who has no seat yet stays with the page', () => {
    unsent(null);
    assert.deepEqual(sentBy(0, 7), []);
  });
  for (const t of ['ack', 'no'])
    test(`is forgotten after "${t}"`, () => {
      const { c, receive } = unsent();
      receive({ t, m: 'm1', c });
      assert.deepEqual(sentBy(0, 7), []);
    });
});

describe('the clock of the server', () => {
  test('is the device’s before the first message', () => {
    const { opened } = session();
    assert.ok(Math.abs(opened.now - Date.now()) < 1000);
  });
  test('is what the server says', () => {
    const { opened, receive } = session();
    receive({ t: 'pong', now: 5_000_000 });
    assert.ok(opened.now >= 5_000_000 && opened.now < 5_001_000);
  });
  test('is not set back by a message that came late', () => {
    const { opened, receive } = session();
    receive({ t: 'pong', now: 5_000_000 });
    receive({ t: 'pong', now: 4_000_000 });
    assert.ok(opened.now >= 5_000_000);
  });
  test('is set anew on a new connection', () => {
    const { opened, wire, receive } = session();
    receive({ t: 'pong', now: 5_000_000 });
    wire.onopen();
    receive({ t: 'pong', now: 4_000_000 });
    assert.ok(opened.now < 4_001_000);
  });
  test('stands while play is paused', () => {
    const { opened } = session();
    opened.pause(true);
    const before = opened.now;
    assert.equal(opened.now, before);
    opened.pause(false);
    assert.equal(opened.frozenAt, null);
  });
});

test('random names are hex of the length that was asked for', () =>
  assert.match(randomHex(6), /^[0-9a-f]{12}$/));

describe('a conversation', () => {
  let sent, talk;
  const line = (n, more = {}) => ({ n, at: n, by: { name: 'Ana' }, text: `line ${n}`, ...more });
  beforeEach(() => {
    sent = [];
    talk = new Conversation('room', (message) => sent.push(message));
  });
  const lines = (numbers, more = {}) =>
    talk.hear({
      t: 'lines',
      id: 'room',
      lines: numbers.map((n) => line(n)),
      last: numbers.at(-1) ?? 0,
      ...more,
    });
  const numbers = () => talk.lines.value.map(({ n }) => n);
  test('asks for everything at first', () => {
    talk.open();
    assert.deepEqual(sent, [{ t: 'conversation', id: 'room', n: -1 }]);
  });
  test('asks for what came since', () => {
    lines([1, 2]);
    talk.open();
    assert.deepEqual(sent, [{ t: 'conversation', id: 'room', n: 2 }]);
  });
  test('adds lines that follow', () => {
    lines([1, 2]);
    talk.hear({ t: 'line', id: 'room', ...line(3) });
    assert.deepEqual(numbers(), [1, 2, 3]);
  });
  test('leaves out a line that is there', () => {
    lines([1, 2]);
    talk.hear({ t: 'line', id: 'room', ...line(2) });
    assert.deepEqual(numbers(), [1, 2]);
  });
  test('waits for the list before the first line', () => {
    talk.hear({ t: 'line', id: 'room', ...line(3) });
    assert.deepEqual(numbers(), []);
  });
  test('begins anew where too much was missed', () => {
    lines([1, 2]);
    lines([50, 51], { more: true });
    assert.deepEqual(numbers(), [50, 51]);
  });
  test('knows that there are earlier lines', () => {
    lines([50, 51]);
    assert.equal(talk.older.value, true);
  });
  test('knows its first line', () => {
    lines([1, 2]);
    assert.equal(talk.older.value, false);
  });
  test('takes no lines of another conversation', () =>
    assert.equal(talk.hear({ t: 'lines', id: 'another', lines: [], last: 0 }), false));
  test('shows a line at once, until it has come', () => {
    lines([1]);
    talk.say({ text: 'hello' });
    const [{ c }] = talk.pending.value;
    talk.hear({ t: 'said', id: 'room', c, n: 2 });
    assert.equal(talk.pending.value.length, 1);
    talk.hear({ t: 'line', id: 'room', ...line(2) });
    assert.deepEqual(talk.pending.value, []);
  });
  test('repeats a line that was not answered', () => {
    talk.say({ text: 'hello' });
    sent.splice(0);
    talk.open();
    assert.deepEqual(
      sent.map(({ t }) => t),
      ['conversation', 'say'],
    );
  });
  test('gives a refused line back to who wrote it', () => {
    const texts = [];
    talk.onRefused = (text) => texts.push(text);
    talk.say({ text: 'hello' });
    talk.hear({ t: 'no', c: talk.pending.value[0].c, code: 'too_fast', text: 'Slowly.' });
    assert.deepEqual([texts, talk.refusal.value, talk.pending.value], [['hello'], 'Slowly.', []]);
  });
  test('keeps the reason where one may not write at all', () => {
    talk.say({ text: 'hello' });
    talk.hear({ t: 'no', c: talk.pending.value[0].c, code: 'muted', text: 'You are muted.' });
    assert.deepEqual(talk.objection.value, { code: 'muted', text: 'You are muted.' });
  });
  test('leaves a refusal of something else alone', () =>
    assert.equal(talk.hear({ t: 'no', c: 'another', code: 'x', text: '' }), false));
  test('takes a removed line’s text away', () => {
    lines([1, 2]);
    talk.hear({ t: 'line_removed', id: 'room', n: 1 });
    assert.deepEqual(talk.lines.value[0], { n: 1, at: 1, by: { name: 'Ana' }, removed: true });
  });
  test('says that the visitor writes once in a while', () => {
    talk.type();
    talk.type();
    assert.deepEqual(sent, [{ t: 'typing', id: 'room' }]);
  });
  test('shows who writes until the line comes', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    lines([1]);
    talk.hear({ t: 'typing', id: 'room', by: { name: 'Ana' } });
    assert.equal(talk.typing.value, 'Ana');
    talk.hear({ t: 'line', id: 'room', ...line(2) });
    assert.equal(talk.typing.value, '');
  });
  test('shows who writes for five seconds', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    talk.hear({ t: 'typing', id: 'room', by: { name: 'Ana' } });
    context.mock.timers.tick(5000);
    assert.equal(talk.typing.value, '');
  });
  test('lets a mute end by itself', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    talk.object({ code: 'muted', text: '', until: Date.now() + 1000 });
    context.mock.timers.tick(1001);
    assert.equal(talk.objection.value, null);
  });
});
