// sound.js: short tones for what happens in play, off until the player switches them on.
import { storage } from "./storage.js";

const TONES = { // hertz and seconds, one after another
  move: [[440, 0.05]],
  refusal: [[150, 0.1]],
  lost: [[247, 0.12], [165, 0.22]],
  solved: [[523, 0.09], [659, 0.09], [784, 0.2]],
};
const LOUD = 0.12;

let audio = null;

export const soundIsOn = () => storage.get("sound", false);

export function sound(name) {
  if (!soundIsOn() || !window.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume();
  let at = audio.currentTime;
  for (const [hertz, seconds] of TONES[name]) {
    tone(hertz, at, seconds);
    at += seconds;
  }
}

function tone(hertz, at, seconds) {
  const voice = audio.createOscillator(), gain = audio.createGain();
  voice.type = "triangle";
  voice.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUD, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + seconds);
}
