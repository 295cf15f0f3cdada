// What the performer has told, and the one connection by which it tells: components read it and decide nothing.

import { useEffect, useState } from "./view.mjs";
import { knows, quoteCode, say, wordsOfSection, wordsOfSetting } from "./words.mjs";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
/** Why a page is not let in, by the status of the answer: its token was renewed, or there are too many pages. */
const REFUSALS = { 403: "shutOut", 503: "full" };
const MOST_BYTES = 64_000; // the performer closes on whoever sends more at once

const address = `${location.protocol.replace("http", "ws")}//${location.host}/control`;
const waiting = new Map();
const watchers = new Set();
const arrivals = [];
let hearOther = () => {};
let socket = null;
let number = 0;
let waitMs = FIRST_WAIT_MS;
let retry = 0;

/** All that is known; it is replaced, never changed, so that components see what is new. */
export let known = { link: "starting", state: null, settings: null, lately: [], heardAt: 0, refused: "" };

/** Return what is known now, and draw the component again whenever it changes. */
export function useKnown() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const watcher = () => redraw((before) => before + 1);
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, []);
  return known;
}

/** Add to what is known. */
export function learn(news) {
  known = { ...known, ...news };
  for (const watcher of watchers) watcher();
}

/** Send an order; resolves to its value, and rejects with the performer's sentence. */
export function ask(op, args = {}) {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error(say("lost.order")));
  number += 1;
  const order = JSON.stringify({ id: number, op, args });
  if (new Blob([order]).size > MOST_BYTES) return Promise.reject(new Error(say("order.tooLong", { kb: MOST_BYTES / 1000 })));
  const sent = new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
  socket.send(order);
  return sent;
}

/** Connect, for ever: a performer that has gone is waited for. */
export function connect() {
  clearTimeout(retry);
  socket?.close();
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => {
    waitMs = FIRST_WAIT_MS;
    learn({ link: "up", heardAt: Date.now(), refused: "" });
    catchUp();
    for (const act of arrivals) act();
  };
  opened.onmessage = ({ data }) => hear(JSON.parse(data));
  opened.onclose = () => {
    if (socket === opened) comeBack();
  };
}

function comeBack() {
  for (const { reject } of waiting.values()) reject(new Error(say("lost.unsure")));
  waiting.clear();
  if (known.link !== "starting") learn({ link: "lost" });
  seeWhetherLetIn();
  retry = setTimeout(connect, waitMs);
  waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
}

/** Learn whether the show is there and does not let this page in, and why: a socket is told no reason, a plain request is. */
async function seeWhetherLetIn() {
  const answer = await fetch("/control").catch(() => null);
  const why = REFUSALS[answer?.status] ?? "";
  if (why !== known.refused || (why && known.link === "starting")) learn({ refused: why, ...(why && { link: "lost" }) });
}

const hearers = {
  state: (value) => learn({ state: value, heardAt: Date.now() }),
  settings: (what) => {
    readSettings();
    hearSettings(what);
  },
  lately: (rows) => learn({ lately: [...rows, ...known.lately].slice(0, 200) }),
};

let hearSettings = () => {};

/** Hear of each change of the settings: their keys, by whom, and what is wrong in the file. */
export const hearChanges = (hearer) => (hearSettings = hearer);

/** Hear what is told beside state, settings and what happened lately. */
export const hearNews = (hearer) => (hearOther = hearer);

/** Do something whenever the page has connected. */
export const afterConnecting = (act) => arrivals.push(act);

function hear(message) {
  if (message.op) return (hearers[message.op] ?? ((value) => hearOther(message.op, value)))(message.value);
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.ok) asked?.resolve(message.value);
  else asked?.reject(new Error(message.error));
}

async function catchUp() {
  welcome();
  await readSettings();
  learn({ lately: await ask("lately.list").catch(() => known.lately) });
}

/** Open the first run's questions until they are done, where no other screen was asked for. */
async function welcome() {
  const { is_over: isOver } = await ask("welcome.state").catch(() => ({ is_over: true }));
  if (!isOver && !location.hash) location.hash = "welcome";
}

/** Read all settings anew. */
export async function readSettings() {
  const { sections, settings, trouble } = await ask("config.schema").catch(() => ({ sections: {}, settings: [] }));
  const list = settings.map((each) => ({ ...each, about: quoteCode(wordsOfSetting(each.key)?.[1] ?? each.about), unit: wordsOfUnit(each.unit) }));
  const about = Object.fromEntries(Object.entries(sections).map(([name, words]) => [name, quoteCode(wordsOfSection(name) ?? words)]));
  learn({ settings: { sections: about, trouble, list, byKey: Object.fromEntries(list.map((each) => [each.key, each])) } });
}

const wordsOfUnit = (unit) => (knows(`unit.${unit}`) ? say(`unit.${unit}`) : unit);
