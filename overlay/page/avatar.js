// The avatar: the mascot's pictures on top of each other, of which one is seen.

import { Beat } from "./clock.js";
import { withToken } from "./connection.js";
import { isLarge, theme, unit } from "./look.js";
import { Beak, liftAt, nextBlink, nextBreath, poseAt } from "./mascot.js";

const POSES = ["idle", "blink", "talk1", "talk2", "talk3"]; // in the order of the wire
const MOUTHS = ["closed", "open", "wide", "round", "teeth"]; // likewise; one picture of each, if the mascot has it

/** What the avatar says; it goes on while the avatar changes its mood. */
export const beak = new Beak();

export class Avatar {
  #element;
  #pictures = []; // in the order of POSES
  #mouths = new Map(); // pictures by the first letter of a shape
  #srcs = "";
  #beat;

  constructor(element) {
    this.box = document.createElement("div");
    this.box.className = "box";
    this.#beat = new Beat(this.box, (now) => this.#show(now));
    this.#element = element;
    this.ready = this.#dress();
  }

  /** Change the mood: the old face stays until the new one can be painted whole. */
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

  /** Fetch the pictures of the mood and size; return whether there is a face to show. */
  async #dress() {
    const { srcs: small, srcs2x: large, mouths: smallMouths = [], mouths2x: largeMouths = [] } = this.#element;
    const [srcs, mouths] = isLarge() ? [large, largeMouths] : [small, smallMouths];
    const key = String([srcs, mouths]);
    if (this.#srcs === key) return true;
    this.#srcs = key;
    const [faces, shaped] = await Promise.all([fetchAll(POSES.map((_, at) => srcs[at])), fetchAll(mouths)]);
    if (this.#srcs !== key) return true; // another face is on its way
    const [idle] = faces;
    if (!idle) return false;
    this.#pictures = faces.map((each) => each ?? idle);
    this.#mouths = new Map(MOUTHS.map((name, at) => [name[0], shaped[at]]).filter(([, each]) => each));
    this.box.replaceChildren(...new Set([...this.#pictures, ...this.#mouths.values()]));
    this.look();
    return true;
  }

  #show(now) {
    const since = Math.max(this.#element.born_ms, beak.ended());
    const pose = poseAt(now, beak.openness(now), since);
    const seen = this.#mouths.get(beak.shape(now)) ?? this.#pictures[POSES.indexOf(pose)];
    for (const each of this.box.children) each.style.visibility = each === seen ? "" : "hidden";
    this.box.dataset.pose = pose;
    this.box.dataset.mouth = MOUTHS.find((name) => name[0] === beak.shape(now)) ?? "";
    const breathes = theme().avatar.breathes;
    const risen = breathes ? Math.floor(liftAt(now, since) * unit() + 0.5) / devicePixelRatio : 0;
    this.box.style.setProperty("--risen", `${-risen}px`);
    return Math.min(nextBlink(now, since), beak.next(now), breathes ? nextBreath(now, since) : Infinity);
  }
}

/** Fetch pictures so that they can be painted at once; null stands for one that is not there. */
function fetchAll(srcs) {
  return Promise.all(srcs.map(async (src) => {
    if (!src) return null;
    const image = picture(src);
    return image.decode().then(() => image, () => null);
  }));
}

function picture(src) {
  const image = new Image();
  image.alt = "";
  image.decoding = "sync"; // one that is swapped in is there in the same frame
  image.src = withToken(src);
  return image;
}
