// The line to the control socket: orders and their answers, and the state; it comes back by itself.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

const address = `${location.protocol.replace("http", "ws")}//${location.host}/control${location.search}`;
const openOrders = new Map(); // what waits for an answer, by id
let socket = null;
let lastId = 0;

/** Give an order; the promise holds its answer, or an Error whose message says why not. */
export function ask(op, args = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new Error("There is no connection to the show."));
      return;
    }
    lastId += 1;
    openOrders.set(lastId, { resolve, reject });
    socket.send(JSON.stringify({ id: lastId, op, args }));
  });
}

/** Hand every state to `see`, for ever; `tell` hears "up" and "lost". */
export function connect(see, tell) {
  let waitMs = FIRST_WAIT_MS;

  function open() {
    socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.op === "state") see(message.value);
      else answer(message);
    };
    socket.onopen = () => {
      waitMs = FIRST_WAIT_MS;
      tell("up");
    };
    socket.onclose = () => {
      for (const { reject } of openOrders.values()) reject(new Error("The connection to the show was lost."));
      openOrders.clear();
      tell("lost");
      setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  }

  open();
}

function answer({ id, ok, value, error }) {
  const order = openOrders.get(id);
  openOrders.delete(id);
  if (ok) order?.resolve(value);
  else order?.reject(new Error(error));
}
