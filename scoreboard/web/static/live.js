// The state of play as it is now, from the server's stream, which all pages of this browser share where it lets them.
// A page that is hidden gives the stream up; whenever it becomes visible it is told the whole state first.

import { api, lang, reach } from "./dom.js";
import { moment, SILENCE_MS, since, Stream } from "./stream.js";

const LOOK_MS = 500;
const LOST_MS = 12_000; // a worker that says nothing for so long is none: one without a server says so more often

/** Calls ``onState(state, isWhole)`` with each state, ``onLink(since)`` with null while live, else since when not, and
 * ``onHealth(health)`` when the condition of a device has changed. ``stays()``: whether it is needed while hidden. */
export class Live {
  #on;
  #stays;
  #source = null;
  #told = moment();
  #heard = moment();
  #isLive = false;
  #isCutOff = false;

  constructor({ onState, onLink, onHealth = () => {}, stays = () => false }) {
    [this.#on, this.#stays] = [{ onState, onLink, onHealth }, stays];
    document.addEventListener("visibilitychange", () => (this.#isWanted ? this.#watch() : this.#source?.ask("rest")));
    addEventListener("pagehide", () => this.#source?.ask("rest"));
    addEventListener("pageshow", (event) => event.persisted && this.#watch());
    addEventListener("offline", () => this.#probe());
    addEventListener("online", () => {
      this.#isCutOff = false;
      this.#watch("renew");
    });
  }

  /** Begin. */
  open() {
    this.#source = shared((told) => this.#hear(told), () => this.#alone()) ?? own((told) => this.#hear(told));
    this.#watch();
    setInterval(() => this.#look(), LOOK_MS);
  }

  get #isWanted() {
    return document.visibilityState === "visible" || this.#stays();
  }

  #watch(how = "watch") {
    this.#told = this.#heard = moment();
    this.#source?.ask(how);
  }

  /** The worker cannot be had, after all: this page reads a stream of its own. */
  #alone() {
    if (!this.#source.isShared) return;
    this.#source.ask("rest");
    this.#source = own((told) => this.#hear(told));
    this.#watch();
  }

  #hear(told) {
    this.#told = moment();
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
    if (!this.#isWanted) return;
    if (since(this.#heard) > SILENCE_MS) this.#lost();
    if (since(this.#told) > LOST_MS) this.#alone();
  }

  /** The browser says that it has no network; a page that comes from this very machine needs none. */
  async #probe() {
    this.#isCutOff = await reach(api("state")).then(() => false, () => true);
    if (this.#isCutOff) this.#lost();
  }
}

/** The stream as the worker reads it; null where this browser has no such worker. ``onNone``: it cannot run. */
function shared(hear, onNone) {
  try {
    const worker = new SharedWorker(document.body.dataset.stream, { type: "module", name: lang });
    worker.onerror = onNone;
    worker.port.onmessage = ({ data }) => hear(data);
    return { isShared: true, ask: (how) => worker.port.postMessage(how) };
  } catch {
    return null;
  }
}

/** Likewise, read by this page itself; a fault of the page is none of the stream. */
function own(hear) {
  const stream = new Stream((told) => queueMicrotask(() => hear(told)));
  return { isShared: false, ask: (how) => (how === "rest" ? stream.close() : stream.open(lang)) };
}
