// In OBS the page tells the stage which scene is on air, where the streamer lets it know: in the source's properties,
// "Page permissions", at least "Read access to user information".

import { say } from "./connection.js";

/** Make what tells the scene anew whenever the connection is up; outside OBS it does nothing. */
export function scenesOfObs() {
  addEventListener("obsSceneChanged", ({ detail }) => tellScene(detail));
  return {
    tell(state) {
      if (state === "up") window.obsstudio?.getCurrentScene?.(tellScene);
    },
  };
}

function tellScene(scene) {
  if (typeof scene?.name === "string") say({ op: "obs_scene", name: scene.name });
}
