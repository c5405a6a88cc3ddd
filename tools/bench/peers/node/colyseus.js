/**
 * A server of Colyseus; prints its port and, for each room, the paths of both sockets.
 *
 * It sends what a turn changes at once, not every 50 ms as it usually does; with rows after their commit.
 */
import { load } from './packages.js';
import { rowsOfArguments } from './rows.js';
import { isAllowed, move, startingBoard } from './turns.js';

console.info = console.log = () => {}; // standard output is for the line below
const { Room, Server, matchMaker } = load('@colyseus/core');
const { WebSocketTransport } = load('@colyseus/ws-transport');
const { ArraySchema, schema, t } = load('@colyseus/schema');
const rows = rowsOfArguments();

const State = schema({
  board: t.array('int8'),
  dice: t.array('uint8'),
  side: t.uint8(),
  turns: t.uint32(),
});

const die = () => 1 + Math.floor(6 * Math.random());

class Table extends Room {
  onCreate() {
    this.patchRate = null;
    this.maxClients = 2;
    this.seatReservationTimeout = 60;
    this.state = new State().assign({
      board: new ArraySchema(...startingBoard()),
      dice: new ArraySchema(die(), die()),
      side: 0,
      turns: 0,
    });
    this.onMessage('turn', (client, steps) => this.onTurn(client, steps));
  }

  async onTurn(client, steps) {
    const { board, side } = this.state;
    if (client.userData !== side || !isAllowed(board, side, steps)) return;
    move(board, side, steps);
    this.state.side = 1 - side;
    this.state.turns += 1;
    this.state.dice[0] = die();
    this.state.dice[1] = die();
    if (rows) await rows.add(this.roomId, this.state.turns, JSON.stringify({ side, steps }));
    this.broadcastPatch();
  }

  onJoin(client, { side }) {
    client.userData = side;
  }
}

const transport = new WebSocketTransport();
const server = new Server({ greet: false, transport });
server.define('table', Table);
await server.listen(0, '127.0.0.1');

/** Reserve a seat of a room; its path. */
async function seat(room, side) {
  const { sessionId } = await matchMaker.reserveSeatFor(room, { side });
  return `/${room.processId}/${room.roomId}?sessionId=${sessionId}`;
}

const tables = [];
for (let i = 0; i < Number(process.argv[2]); i++) {
  const room = await matchMaker.createRoom('table', {});
  tables.push([await seat(room, 0), await seat(room, 1)]);
}
const { port } = transport.server.address();
process.stdout.write(`${JSON.stringify({ port, tables })}\n`);
process.stdin.on('end', () => process.exit()).resume();
