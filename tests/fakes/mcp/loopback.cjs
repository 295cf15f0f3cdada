// Have a server of Node's listen on loopback alone, at any free port, and tell which: `node -r loopback.cjs …`.
const net = require("node:net");
const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function (_port, ...rest) {
  const done = rest.find((each) => typeof each === "function");
  this.once("listening", () => console.log(`at port ${this.address().port}.`));
  return listen.call(this, Number(process.env.AT_PORT || 0), "127.0.0.1", done);
};
