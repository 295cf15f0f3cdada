// Pairs each announced piece of speech with the binary frame that follows it, and says what is wrong with a bad one.

const MOST_BYTES = 32e6; // about three minutes of stereo at 48 kHz
const RATES = [4000, 192000];
const MOST_CHANNELS = 8;
const SAMPLE_BYTES = 2;

export class Intake {
  #awaited = null;

  /** Expect the bytes of a piece next; gives the one before it, with its trouble, if its bytes never came. */
  announce(sound) {
    const forgotten = this.#awaited;
    this.#awaited = sound;
    return forgotten && { ...forgotten, trouble: "no bytes followed its announcement" };
  }

  /** Return the announced piece with its channels as Float32Arrays, or its trouble; null for what nobody announced. */
  fill(pcm) {
    const sound = this.#awaited;
    this.#awaited = null;
    if (!sound) return null;
    const trouble = unfit(sound) || mismatch(sound, pcm.byteLength);
    return trouble ? { ...sound, trouble } : { ...sound, samples: separate(new Int16Array(pcm), sound.channels) };
  }

  forget() {
    this.#awaited = null;
  }
}

function unfit({ rate, channels }) {
  if (!Number.isInteger(rate) || rate < RATES[0] || rate > RATES[1]) {
    return `rate ${rate} is not between ${RATES.join(" and ")} samples a second`;
  }
  if (!Number.isInteger(channels) || channels < 1 || channels > MOST_CHANNELS) {
    return `channels ${channels} is not between 1 and ${MOST_CHANNELS}`;
  }
  return "";
}

function mismatch({ bytes, channels }, came) {
  const frame = SAMPLE_BYTES * channels;
  if (came > MOST_BYTES) return `${came} bytes are more than the ${MOST_BYTES} that one piece may have`;
  if (came !== bytes) return `${bytes} bytes were announced and ${came} came`;
  return came % frame ? `${came} bytes are no whole number of ${frame}-byte frames` : "";
}

function separate(pcm, count) {
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(pcm.length / count);
    for (let frame = 0; frame < samples.length; frame++) samples[frame] = pcm[frame * count + channel] / 32768;
    return samples;
  });
}
