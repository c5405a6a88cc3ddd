/** A connection that changes to another process. */

/** Milliseconds within which it begins: not all at once, as the process may have come a moment ago. */
const WITHIN = 2000;
/** @type {WebSocket|undefined} a socket that is being opened beside the one that is open */
let next;

/**
 * Open a socket at a process beside the one that is open, and change to it; if it cannot be reached, stay.
 * @param {import('./socket.js').Socket} connection
 * @param {string} node
 */
export function move(connection, node) {
  setTimeout(() => open(connection, node), Math.random() * WITHIN);
}

/**
 * @param {import('./socket.js').Socket} connection
 * @param {string} node
 */
function open(connection, node) {
  if (node === connection.node) return;
  next?.close();
  const socket = connection.connect(node),
    { onopen } = socket;
  next = socket;
  socket.onopen = (event) => {
    if (socket !== next) return;
    const former = connection.socket;
    clearTimeout(connection.timer);
    Object.assign(connection, { socket, node });
    former?.close();
    onopen?.call(socket, event);
  };
}
