// The avatar: the mascot's five pictures on top of each other, of which one is seen.

import { Beat } from "./clock.js";
import { withToken } from "./connection.js";
import { isLarge, theme, unit } from "./look.js";
import { Beak, liftAt, nextBlink, nextBreath, poseAt } from "./mascot.js";

const POSES = ["idle", "blink", "talk1", "talk2", "talk3"]; // in the order of the wire

/** What the avatar says; it goes on while the avatar changes its mood. */
export const beak = new Beak();

export class Avatar {
  #element;
  #pictures = []; // in the order of POSES
  #srcs = "";
  #beat;

  constructor(element) {
    this.box = document.createElement("div");
    this.box.className = "box";
    this.#beat = new Beat(this.box, (now) => this.#show(now));
    this.#element = element;
    this.ready = this.#dress();
  }

  /** Take another mood: the old face stays until the new one can be painted whole. */
  become(element) {
    this.#element = element;
    this.#dress();
  }

  refit() {
    this.#dress();
    this.look();
  }

  /** Show what is now: the voice has changed. */
  look() {
    this.#beat.look();
  }

  end() {
    this.#beat.end();
  }

  /** Take the pictures of the mood and size; tells whether there is a face to show. */
  async #dress() {
    const srcs = isLarge() ? this.#element.srcs2x : this.#element.srcs;
    if (this.#srcs === String(srcs)) return true;
    this.#srcs = String(srcs);
    const pictures = POSES.map((_, number) => picture(srcs[number]));
    const fetched = await Promise.allSettled(pictures.map((each) => each.decode()));
    if (this.#srcs !== String(srcs)) return true; // another face is on its way
    const [idle] = pictures;
    if (fetched[0].status === "rejected") return false;
    this.#pictures = pictures.map((each, number) => fetched[number].status === "fulfilled" ? each : idle);
    this.box.replaceChildren(...new Set(this.#pictures));
    this.look();
    return true;
  }

  #show(now) {
    const pose = poseAt(now, beak.loudness(now));
    const seen = this.#pictures[POSES.indexOf(pose)];
    for (const each of this.#pictures) each.style.visibility = each === seen ? "" : "hidden";
    this.box.dataset.pose = pose;
    const breathes = theme().avatar.breathes;
    const since = Math.max(this.#element.born_ms, beak.ended());
    const risen = breathes ? Math.floor(liftAt(now, since) * unit() + 0.5) / devicePixelRatio : 0;
    this.box.style.setProperty("--risen", `${-risen}px`);
    return Math.min(nextBlink(now), beak.next(now), breathes ? nextBreath(now, since) : Infinity);
  }
}

function picture(src) {
  const image = new Image();
  image.alt = "";
  image.decoding = "sync"; // one that is swapped in is there in the same frame
  image.src = withToken(src);
  return image;
}
