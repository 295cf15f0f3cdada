// The show's sound in the page, for OBS to mix: only when the address asks for it by `audio=1`, and as loud as its
// `volume` (0 to 1) says. It sounds what it is told to, and reports what was heard.

import { Clips } from "./clips.js";
import { say } from "./connection.js";
import { Intake } from "./intake.js";
import { Output } from "./output.js";
import { Speech } from "./speech.js";

/** Make what takes in messages (`hear`) and how the connection is (`tell`); without `audio=1` it does nothing. */
export function soundAsAsked() {
  const query = new URLSearchParams(location.search);
  if (query.get("audio") !== "1") return { hear() {}, tell() {} };
  const volume = parseFloat(query.get("volume") ?? "1");
  return new Sounding(volume >= 0 && volume <= 1 ? volume : 1);
}

class Sounding {
  #intake = new Intake();
  #output;
  #speech;
  #clips;

  constructor(volume) {
    this.#output = new Output(volume, (sounds, why) => this.#greet(sounds, why));
    this.#speech = new Speech(this.#output, say);
    this.#clips = new Clips(this.#output, say);
    addEventListener("pagehide", () => this.#leave("the page was left"));
  }

  hear(message) {
    switch (message.op) {
      case "sound": return this.#take(this.#intake.announce(message));
      case "pcm": return this.#take(this.#intake.fill(message.pcm));
      case "clip": return this.#clips.play(message);
      case "hush": return this.#stop(message.speech_only);
      case "soften": return this.#output.soften(message.share);
      case "wake": return this.#output.wake();
    }
  }

  tell(state) {
    if (state === "up") {
      this.#speech.beginAnew();
      this.#output.repeat();
      return;
    }
    // Nobody could hush us any more, and the stage that comes back knows nothing of what waits.
    this.#intake.forget();
    this.#hush("the connection to the stage was lost");
    this.#clips.forget();
  }

  #greet(sounds, why) {
    say({ op: "hello", client: "page", sounds, why });
    if (!sounds) this.#hush(why);
  }

  #leave(why) {
    say({ op: "hello", client: "page", sounds: false, why });
    this.#speech.hush(why, this.#output.heard);
  }

  #take(piece) {
    if (piece?.trouble) this.#speech.reject(piece.id, piece.trouble);
    else if (piece) this.#speech.take(piece);
  }

  /** Be silent now; what is on its way to the device goes too, unless clips are to sound on. */
  #stop(speechOnly) {
    if (speechOnly && !this.#clips.areSilent) {
      this.#speech.hush();
      return;
    }
    this.#speech.hush("", this.#output.heard);
    this.#clips.hush();
    this.#output.drop();
  }

  /** Stop for another one who sounds: what is on its way is heard, so that all that is told is exact. */
  #hush(trouble) {
    this.#speech.hush(trouble);
    this.#clips.hush(trouble);
  }
}
