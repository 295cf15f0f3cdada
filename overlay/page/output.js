// The way out of the page: the audio device, whether it may be used, and what of it is heard right now.

import { Ducking } from "./ducking.js";

const REST_AFTER_MS = 10000; // a device that sleeps may take long to wake, so it is kept for a while
// A device holds three such steps, so sound is some 40 ms later than it could be; but on a busy machine shorter ones
// have holes, longer ones no fewer, and a game makes it busy.
const STEP_S = 0.02;
const LEAD_S = 0.005; // beside the device's own step: what begins sooner than this would begin late
const SOONEST_MS = 1;
const SOFTENS_S = 0.01; // the time constant by which speech becomes softer or louder
const FRESH_MS = 500;
const SETTLES_MS = 500; // a browser that lets it run has done so by then

/** An AudioContext that rests while nothing sounds; `tell(sounds, why)` is called whenever one of them changes. */
export class Output {
  #context = new AudioContext({ latencyHint: STEP_S });
  #way = this.#context.createGain();
  voice = this.#context.createGain(); // what sounds through it is speech
  ducking = new Ducking(this.#context, this.#way); // what sounds through it goes down beside speech
  #tell;
  #users = 0;
  #rest = 0; // the timer that lets it rest
  #resting = false;
  #mayRun = false; // the browser has let it run
  #isOnAir = true; // in OBS: the source is part of what goes out
  #hasDevice = true;
  #isSettled = false; // until then it is not known whether it may run
  #latency = 0.05; // until it is known
  #runsSince = 0; // by `performance.now()`
  #told = "";

  constructor(volume, tell) {
    this.#tell = tell;
    this.#way.gain.value = volume;
    this.#way.connect(this.#context.destination);
    this.voice.connect(this.#way);
    this.#context.onstatechange = () => this.#follow();
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("obsSourceActiveChanged", (event) => this.#air(event.detail.active));
    for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, () => this.#gesture());
    this.wake();
    this.#settle();
  }

  /** Why nothing can sound now; empty when it can. */
  get trouble() {
    if (!this.#mayRun) return "this browser keeps a page silent until it is clicked";
    if (!this.#hasDevice) return "no sound device";
    if (document.hidden) return "the page is hidden";
    return this.#isOnAir ? "" : "OBS does not show the page";
  }

  get rate() {
    return this.#context.sampleRate;
  }

  /** The frame at which a sound can begin at the earliest. */
  get soonest() {
    const { currentTime, baseLatency, state } = this.#context;
    const step = state === "running" ? baseLatency : 0; // a device that rests is in no step
    return Math.ceil((currentTime + step + LEAD_S) * this.rate);
  }

  /** The frame up to which all is on its way to the device: it will be heard, whatever is stopped now. */
  get rendered() {
    return this.#context.currentTime * this.rate;
  }

  /** The frame that is heard right now, as far as the browser knows. */
  get heard() {
    const { contextTime, performanceTime } = this.#context.getOutputTimestamp();
    const ageMs = performance.now() - performanceTime;
    const now = this.#context.currentTime;
    // What it says is of before a rest until the first sound of after it is out.
    if (performanceTime > this.#runsSince && ageMs < FRESH_MS) this.#latency = Math.max(now - contextTime - ageMs / 1000, 0);
    return (now - this.#latency) * this.rate;
  }

  /** Be ready, and rest only a while after the last one who keeps it has let go. */
  wake() {
    this.keep();
    this.release();
  }

  keep() {
    this.#users += 1;
    clearTimeout(this.#rest);
    if (this.#resting || this.#context.state !== "running") this.#context.resume();
    this.#resting = false;
  }

  release() {
    this.#users -= 1;
    clearTimeout(this.#rest);
    if (this.#users === 0) this.#rest = setTimeout(() => this.#sleep(), REST_AFTER_MS);
  }

  /** Rest at once, when nobody keeps it: a device that stops forgets what it was given and has not sounded yet. */
  drop() {
    if (this.#users > 0) return;
    clearTimeout(this.#rest);
    this.#sleep();
  }

  /** Make a buffer of samples, one Float32Array a channel, at our rate. */
  buffer(channels) {
    const made = this.#context.createBuffer(channels.length, channels[0].length, this.rate);
    channels.forEach((samples, index) => made.copyToChannel(samples, index));
    return made;
  }

  /** Play speech at a share of its volume from now on. */
  soften(share) {
    const { gain } = this.voice, now = this.#context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(share, now, SOFTENS_S);
  }

  decode(file) {
    return this.#context.decodeAudioData(file);
  }

  /** Play a buffer from a frame on; return what stops it. */
  play(buffer, frame, { volume = 1, through = this.#way } = {}) {
    const source = this.#context.createBufferSource();
    const gain = this.#context.createGain();
    gain.gain.value = volume;
    source.buffer = buffer;
    source.connect(gain).connect(through);
    source.onended = () => gain.disconnect();
    source.start(frame / this.rate);
    return () => { source.stop(); gain.disconnect(); };
  }

  /** Call `then` when a frame is heard; gives what takes that back. */
  at(frame, then) {
    let timer = 0;
    const look = () => {
      const aheadMs = this.#msUntil(frame);
      if (aheadMs < SOONEST_MS) then();
      else timer = setTimeout(look, aheadMs);
    };
    timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
  }

  /** Call `then` at the time when a frame should be heard, even if nothing sounds any more. */
  by(frame, then) {
    const aheadMs = this.#msUntil(frame);
    if (aheadMs < SOONEST_MS) then();
    else setTimeout(then, aheadMs);
  }

  /** Report anew what was told last: there is somebody else to hear it. */
  repeat() {
    this.#told = "";
    this.#look();
  }

  #msUntil(frame) {
    return (frame - this.heard) / this.rate * 1000;
  }

  #sleep() {
    this.#resting = true;
    if (this.#mayRun) this.#context.suspend();
  }

  #follow() {
    if (this.#context.state === "running") {
      this.#runsSince = performance.now();
      this.#mayRun = true;
      this.#look();
    } else if (!this.#resting) { // the browser stopped it, or a rest that was no longer wanted has begun
      this.#context.resume();
      setTimeout(() => this.#giveUp(), SETTLES_MS);
    }
  }

  #giveUp() {
    if (this.#resting || this.#context.state === "running") return;
    this.#mayRun = false;
    this.#look();
  }

  #gesture() {
    if (!this.#mayRun) this.wake();
  }

  async #settle() {
    const patience = new Promise((done) => setTimeout(done, SETTLES_MS));
    try {
      await Promise.race([this.#context.resume(), patience]);
      if (canCountDevices()) {
        navigator.mediaDevices.addEventListener("devicechange", () => this.#count());
        await this.#count();
      }
    } finally { // whatever the browser refuses, the stage hears of this page
      this.#isSettled = true;
      this.#look();
    }
  }

  async #count() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    this.#hasDevice = devices.some((device) => device.kind === "audiooutput");
    this.#look();
  }

  #air(active) {
    this.#isOnAir = active;
    this.#look();
  }

  #look() {
    const why = this.trouble || (window.obsstudio ? "a page in OBS" : "a page in a browser");
    if (!this.#isSettled || why === this.#told) return;
    this.#told = why;
    this.#tell(!this.trouble, why);
  }
}

/** Chromium sounds into nothing, and does not say so; OBS takes the sound itself, and others name no outputs. */
function canCountDevices() {
  return Boolean(navigator.userAgentData && navigator.mediaDevices && !window.obsstudio);
}
