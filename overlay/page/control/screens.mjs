// The screens in their order, and the one that is open: the address after the # names it. Each is loaded when it is opened.

import { useEffect, useState } from "./view.mjs";

/** What a screen `has` are parts of the show, as they are named among its roles and by the doctor, and sections of the settings. */
export const SCREENS = [
  { name: "live", group: "", load: async () => (await import("./screens/live.mjs")).Live },
  { name: "look", group: "show", has: ["stage", "window", "mascot", "layout"], load: async () => (await import("./screens/look.mjs")).Look },
  { name: "voice", group: "show", has: ["voice", "sound", "ears", "mic", "listening"], load: async () => (await import("./screens/voice.mjs")).Voice },
  { name: "eyes", group: "show", has: ["eyes", "frames", "screen", "ocr", "reads", "pauses"], load: async () => (await import("./screens/eyes.mjs")).Eyes },
  { name: "brain", group: "show", has: ["brain", "model", "models", "words"], load: async () => (await import("./screens/brain.mjs")).Brain },
  { name: "persona", group: "show", has: ["scene"], load: async () => (await import("./screens/persona.mjs")).Persona },
  { name: "chats", group: "people", has: ["discord", "chat", "reader"], load: async () => (await import("./screens/chats.mjs")).Chats },
  { name: "tools", group: "people", has: ["tools", "mcp", "errands"], load: async () => (await import("./screens/tools.mjs")).Tools },
  { name: "guard", group: "people", has: ["guard", "judge"], load: async () => (await import("./screens/guard.mjs")).Guard },
  { name: "plan", group: "house", has: ["memory", "schedule", "plans"], load: async () => (await import("./screens/plan.mjs")).Plan },
  { name: "health", group: "house", has: ["updates"], load: async () => (await import("./screens/health.mjs")).Health },
  { name: "settings", group: "house", has: ["settings", "home", "keys", "desktop"], load: async () => (await import("./screens/settings.mjs")).Settings },
];

/** The screens that a narrow page has at its foot; the others are under More. */
export const TABS = ["live", "look", "voice", "chats"].map((name) => SCREENS.find((each) => each.name === name));

const WELCOME = { name: "welcome", group: "", load: async () => (await import("./screens/welcome.mjs")).Welcome };

/** Return the name of the screen that a part or a section is looked after on; undefined where none has it. */
export function findScreen(part) {
  const kind = part.split(" ")[0]; // some are several: "mcp zoo"
  return SCREENS.find((each) => each.has?.includes(kind))?.name;
}

/** Open a screen. */
export function goTo(name) {
  location.hash = name;
}

/** Return the screen that is open, and its component: the one before stays until it is loaded. */
export function useScreen() {
  const [shown, show] = useState({ open: find(), Screen: null });
  useEffect(() => {
    const follow = async () => {
      const open = find();
      const Screen = await open.load();
      if (open === find()) show({ open, Screen });
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return shown;
}

function find() {
  const name = location.hash.slice(1);
  return [...SCREENS, WELCOME].find((each) => each.name === name) ?? SCREENS[0];
}
