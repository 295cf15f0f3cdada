// The screens in their order, and the one that is open: the address after the # names it.

import { useEffect, useState } from "./view.mjs";
import { Brain } from "./screens/brain.mjs";
import { Chats } from "./screens/chats.mjs";
import { Eyes } from "./screens/eyes.mjs";
import { Guard } from "./screens/guard.mjs";
import { Health } from "./screens/health.mjs";
import { Live } from "./screens/live.mjs";
import { Look } from "./screens/look.mjs";
import { Persona } from "./screens/persona.mjs";
import { Plan } from "./screens/plan.mjs";
import { Settings } from "./screens/settings.mjs";
import { Tools } from "./screens/tools.mjs";
import { Voice } from "./screens/voice.mjs";
import { Welcome } from "./screens/welcome.mjs";

export const SCREENS = [
  { name: "live", icon: "live", group: "", Screen: Live },
  { name: "look", icon: "look", group: "show", Screen: Look },
  { name: "voice", icon: "voice", group: "show", Screen: Voice },
  { name: "eyes", icon: "eyes", group: "show", Screen: Eyes },
  { name: "brain", icon: "brain", group: "show", Screen: Brain },
  { name: "persona", icon: "persona", group: "show", Screen: Persona },
  { name: "chats", icon: "chats", group: "people", Screen: Chats },
  { name: "tools", icon: "tools", group: "people", Screen: Tools },
  { name: "guard", icon: "guard", group: "people", Screen: Guard },
  { name: "plan", icon: "plan", group: "house", Screen: Plan },
  { name: "health", icon: "health", group: "house", Screen: Health },
  { name: "settings", icon: "settings", group: "house", Screen: Settings },
];

/** The screens that a narrow page has at its foot; the others are under More. */
export const TABS = ["live", "look", "voice", "chats"].map((name) => SCREENS.find((each) => each.name === name));

const WELCOME = { name: "welcome", icon: "react", group: "", Screen: Welcome };

/** Open a screen. */
export function goTo(name) {
  location.hash = name;
}

/** Return the screen that is open. */
export function useScreen() {
  const [name, open] = useState(location.hash.slice(1));
  useEffect(() => {
    const follow = () => open(location.hash.slice(1));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return [...SCREENS, WELCOME].find((each) => each.name === name) ?? SCREENS[0];
}
