// Sounds and a voice on this phone, for a box without a speaker. What is heard of a play comes with its state: the
// sentence that the box's own voice would say, and the names of the sounds that it would play.
// Browsers let a page be heard only after a tap: the switch is one, and after a reload the next tap anywhere is.

import { button, el, lang, reach, say, t } from "../lib/dom.js";
import { asks } from "./question.js";

const KEPT = "sound";
const NEAREST = { es: ["es-MX", "es-US", "es-419"], en: ["en-US", "en-GB"] };
const QUIET = 0; // of the sentence by which a tap lets a browser speak later

/** Plays what is heard of a play, once somebody has turned it on. */
export class Sound {
  #context = null;
  #files = new Map();
  #due = null;

  constructor() {
    this.switch = button([el("span", { "aria-hidden": "true" }, "♪ "), t("sound")], () => this.#toggle(), {
      class: "quiet",
      "aria-pressed": "false",
      "aria-describedby": "sound-hint",
    });
    this.hint = el("span", { class: "hint", id: "sound-hint", role: "status" });
    this.node = el("div", { class: "sound", hidden: !this.#canBeHeard }, this.switch, this.hint);
    this.isOn = this.#canBeHeard && kept() === "on";
    this.#show(this.isOn ? t("sound-tap") : t("sound-off"));
    if (this.isOn)
      addEventListener("pointerdown", (event) => this.switch.contains(event.target) || this.#begin(""), { once: true });
  }

  /** A state has come: of a new play its sounds and its sentence, of a new question that it is asked. */
  hear(state, before, isWhole) {
    if (!this.isOn || !this.#context || isWhole) return;
    const isAsked = state.asked && JSON.stringify(state.asked) !== JSON.stringify(before?.asked);
    if (isAsked) return this.#say(asks(state.asked), ["ask"]);
    if (state.cause && state.number !== before?.number)
      this.#say(state.spoken, this.#speaks || !state.call ? state.sounds : [...state.sounds, state.call]);
  }

  get #canBeHeard() {
    return "AudioContext" in window || "speechSynthesis" in window;
  }

  /** Whether a voice of this language is there; without one the umpire's calls are blown. */
  get #speaks() {
    return Boolean(voice());
  }

  #toggle() {
    const wakes = this.isOn && !this.#context; // it was on before a reload: this is the tap that it waits for
    this.isOn = wakes || !this.isOn;
    keep(this.isOn ? "on" : "off");
    if (this.isOn) return this.#begin(t("sound-on"));
    globalThis.speechSynthesis?.cancel();
    this.#context?.suspend();
    return this.#show(t("sound-off"));
  }

  #begin(words) {
    if (!this.isOn) return;
    this.#context ??= "AudioContext" in window ? new AudioContext() : { resume: () => {}, suspend: () => {} };
    this.#context.resume();
    speak(words || ".", words ? 1 : QUIET);
    this.#show(t("sound-on"));
  }

  #show(words) {
    this.switch.setAttribute("aria-pressed", String(this.isOn));
    say(this.hint, words);
  }

  /** Of several plays that come at once, as after the phone slept, only the last. */
  #say(words, sounds) {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => {
      for (const name of sounds) this.#play(name);
      speak(words, 1);
    });
  }

  /** A sound that cannot be had is not heard, and asked for again the next time. */
  async #play(name) {
    if (!this.#context.decodeAudioData) return;
    const file = this.#files.get(name) ?? fetched(name, this.#context);
    this.#files.set(name, file);
    try {
      const source = this.#context.createBufferSource();
      source.buffer = await file;
      source.connect(this.#context.destination);
      source.start();
    } catch {
      this.#files.delete(name);
    }
  }
}

async function fetched(name, context) {
  const answer = await reach(`/api/sounds/${name}.wav`);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return context.decodeAudioData(await answer.arrayBuffer());
}

/** Instead of whatever is being said. */
function speak(words, volume) {
  const speech = globalThis.speechSynthesis;
  if (!speech) return;
  if (speech.speaking || speech.pending) speech.cancel();
  if (!words) return;
  const sentence = new SpeechSynthesisUtterance(words);
  sentence.voice = voice();
  sentence.lang = sentence.voice?.lang ?? lang;
  sentence.volume = volume;
  speech.speak(sentence);
}

/** The voice of this page's language that is nearest to our players; the phone's own come first: they need no internet.
 * */
function voice() {
  const known = (globalThis.speechSynthesis?.getVoices() ?? []).filter((each) =>
    each.lang.replace("_", "-").startsWith(lang),
  );
  const own = known.filter((each) => each.localService);
  const fit = own.length ? own : known;
  const near = (NEAREST[lang] ?? [])
    .map((code) => fit.find((each) => each.lang.replace("_", "-") === code))
    .find(Boolean);
  return near ?? fit[0] ?? null;
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // a browser that keeps nothing
  }
}
