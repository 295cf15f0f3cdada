// The connection to the stage server: it comes back by itself, and after a while goes back to the file it came from.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PATIENCE_MS = 3000; // then `stage.html`, which knows the newest port, does the waiting

const query = new URLSearchParams(location.search);
const address = `${location.protocol.replace("http", "ws")}//${location.host}${location.pathname}/ws${location.search}`;
let socket = null;

/** Write a path on the stage server with our token. */
export function withToken(path) {
  return `${path}?token=${encodeURIComponent(query.get("token"))}`;
}

/** Send a message; it is dropped while there is no connection. */
export function say(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Hand every message to `hear`, for ever, and binary frames as `{op: "pcm", pcm}`; `tell` hears "up",
 * once all that is on stage is known, and "lost". */
export function connect(hear, tell) {
  let waitMs = FIRST_WAIT_MS;
  let lostSince = performance.now();

  function open() {
    socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    let wasUp = false;
    socket.onmessage = ({ data }) => {
      const message = typeof data === "string" ? JSON.parse(data) : { op: "pcm", pcm: data };
      hear(message);
      if (wasUp || message.op !== "snapshot") return;
      wasUp = true;
      waitMs = FIRST_WAIT_MS;
      tell("up");
    };
    socket.onclose = () => {
      if (wasUp) lostSince = performance.now();
      tell("lost");
      if (query.get("from") === "file" && performance.now() - lostSince > PATIENCE_MS) history.back();
      setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  }

  open();
}
