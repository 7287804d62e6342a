// Sending a line: once for a tap, and only where play is still at what was shown. Why it was not taken is said here.

import { el, say, t } from "../lib/dom.js";
import { askedAt, placeOf, post, Refusal } from "../lib/send.js";

const ANSWERING = new Set(["ok", "next", "undo"]); // while a question is open they are about it

const TAKEN_MS = 15; // of the phone's own shaking: the tap is taken

/** Sends what is tapped, and says what came of it. */
export class LineSender {
  #state = null;
  #underWay = new Set();
  #on;

  /** ``onUnpaired`` is called when this phone may do nothing (any more), ``onBusy`` with whether something is on its
   * way. */
  constructor({ onUnpaired, onBusy }) {
    this.#on = { onUnpaired, onBusy };
    this.said = el("p", { class: "reply", role: "alert" });
  }

  /** Whether something is being sent. */
  get isBusy() {
    return this.#underWay.size > 0;
  }

  /** What was said of an earlier state is not so any longer; returned is whether play has moved on to this one. */
  follow(state) {
    const hasMoved = this.#state && askedAt(this.#state) !== askedAt(state);
    this.#state = state;
    if (hasMoved && !this.isBusy)
      for (const each of [this.said, ...document.querySelectorAll("dialog[open] > .sheet-inside > .reply")])
        say(each, "");
    return hasMoved;
  }

  /** Send a line; the answer comes back by the stream, or is a sentence here. ``at``: where play was when what is sent
   * was shown, else now; ``onOvertaken`` is called where it went on since. */
  async send(line, path = "lines", { at = this.#place(line), onOvertaken = null } = {}) {
    if (this.#underWay.has(at)) return false; // a second tap on what is under way
    this.#underWay.add(at);
    this.#on.onBusy(true);
    this.tell("");
    try {
      await post(path, line, { query: { expect: at }, onWait: () => this.tell(t("waiting")) });
      this.tell("");
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAKEN_MS);
      return true;
    } catch (error) {
      if (error.status === 412 && onOvertaken) onOvertaken();
      else this.#refused(error);
      return false;
    } finally {
      this.#underWay.delete(at);
      this.#on.onBusy(this.isBusy);
    }
  }

  /** Say it where it is seen: a sheet lies over the controls. */
  tell(words) {
    const sheet = document.querySelector("dialog[open] .reply");
    (sheet ?? this.said).textContent = words;
    sheet?.scrollIntoView({ block: "nearest" });
  }

  #place({ type, button }) {
    return type === "press" && ANSWERING.has(button) ? askedAt(this.#state) : placeOf(this.#state).expect;
  }

  #refused(error) {
    if (!(error instanceof Refusal)) this.tell(t("not-sent"));
    else if (error.status === 401 || error.status === 403) this.#on.onUnpaired(error.message);
    else this.tell(error.status === 412 ? t("overtaken") : error.message);
  }
}
