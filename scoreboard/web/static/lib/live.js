// The state of play as it is now, from the server's stream, which all pages of this browser share.
// A page that is hidden gives the stream up; whenever it becomes visible it is told the whole state first.

import { api, reach } from "./dom.js";
import { SharedStream } from "./shared_stream.js";
import { moment, SILENCE_MS, since } from "./stream.js";

const LOOK_MS = 500;

/** Calls ``onState(state, isWhole)`` with each state, ``onLink(since)`` with null while live, else since when not, and
 * ``onHealth(health)`` when the condition of a device has changed. ``stays()``: whether it is needed while hidden. */
export class Live {
  #on;
  #stays;
  #stream = new SharedStream((told) => this.#hear(told));
  #heard = moment();
  #isLive = false;
  #isCutOff = false;

  constructor({ onState, onLink, onHealth = () => {}, stays = () => false }) {
    [this.#on, this.#stays] = [{ onState, onLink, onHealth }, stays];
    for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, () => this.#turn());
    document.addEventListener("freeze", () => this.#stream.rest());
    addEventListener("pagehide", () => this.#stream.rest());
    addEventListener("pageshow", (event) => event.persisted && this.#turn());
    addEventListener("offline", () => this.#probe());
    addEventListener("online", () => {
      this.#isCutOff = false;
      this.#turn();
    });
  }

  /** Begin. */
  open() {
    this.#watch();
    setInterval(() => this.#look(), LOOK_MS);
  }

  get #isWanted() {
    return document.visibilityState === "visible" || this.#stays();
  }

  #watch() {
    this.#heard = moment();
    this.#stream.watch();
  }

  /** Listen, or let others have the stream. */
  #turn() {
    if (this.#isWanted) this.#watch();
    else this.#stream.rest();
  }

  #hear(told) {
    this.#isLive = told.live ?? this.#isLive;
    if (told.live === false) return this.#lost();
    this.#heard = moment();
    if (this.#isLive && !this.#isCutOff) this.#on.onLink(null);
    if (told.state) this.#on.onState(told.state, told.whole);
    if (told.health) this.#on.onHealth(told.health);
    return null;
  }

  #lost() {
    this.#on.onLink(new Date(Date.now() - since(this.#heard)));
  }

  #look() {
    if (this.#isWanted && since(this.#heard) > SILENCE_MS) this.#lost();
  }

  /** The browser says that it has no network; a page that comes from this very machine needs none. */
  async #probe() {
    this.#isCutOff = await reach(api("state")).then(
      () => false,
      () => true,
    );
    if (this.#isCutOff) this.#lost();
  }
}
