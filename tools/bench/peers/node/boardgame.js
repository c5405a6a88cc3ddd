/**
 * A server of boardgame.io; prints its port and, for each match, the paths of both sockets.
 *
 * With rows: its storage is asked asynchronously and answers after the commit. boardgame.io sends the
 * players a turn before it stores it, so that nobody waits for the disk.
 */
import { load } from './packages.js';
import { rowsOfArguments } from './rows.js';
import { isAllowed, move, startingBoard } from './turns.js';

console.info = console.log = () => {}; // standard output is for the line below
const { Server } = load('boardgame.io/server');
const ASYNC = load('boardgame.io/internal').Async.prototype.type();

const game = {
  name: 'tabla',
  disableUndo: true,
  setup: ({ random }) => ({ board: startingBoard(), dice: random.D6(2) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    turn: ({ G, playerID, random }, steps) => {
      if (!isAllowed(G.board, Number(playerID), steps)) return 'INVALID_MOVE';
      move(G.board, Number(playerID), steps);
      G.dice = random.D6(2);
    },
  },
};

const server = Server({ games: [game], origins: ['*'] });
const rows = rowsOfArguments();
if (rows) {
  const { db } = server;
  const keep = db.setState.bind(db);
  db.type = () => ASYNC;
  db.setState = (match, state, log) => {
    keep(match, state, log);
    return log?.length ? rows.add(match, state._stateID, JSON.stringify(log)) : undefined;
  };
}
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);
const { appServer } = await server.run(0);
const path = '/socket.io/?EIO=4&transport=websocket';
const tables = Array.from({ length: Number(process.argv[2]) }, () => [path, path]);
process.stdout.write(`${JSON.stringify({ port: appServer.address().port, tables })}\n`);
process.stdin.on('end', () => process.exit()).resume();
