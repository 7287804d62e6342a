// One stream for all pages of a browser, which opens six connections to a server and no more: the seventh page that had
// a stream of its own would never load. One page reads, and passes on what it hears; where it leaves, or is silent,
// another one reads on from there. Chrome for Android has no SharedWorker, and without https there are no Web Locks.

import { lang } from "./dom.js";
import { Stream } from "./stream.js";

/** The server says something every 2 s; after 4.4 s of silence a page says that it is not live. */
const PATIENCE_MS = 2_600;
const SPREAD_MS = 400; // all pages miss the reader at the same moment: the first that begins is heard by the others

/** ``hear`` is told what a `Stream` tells, whichever page reads it. A page whose browser has no channel reads its own.
 * */
export class SharedStream {
  #hear;
  #stream = new Stream((told) => this.#tell(told));
  #channel = null;
  #key = 0; // of this page since it asked to read; of two readers the one with the smaller key, the older, goes on
  #now = {};
  #timer = null;

  constructor(hear) {
    this.#hear = hear;
  }

  /** Be told the whole state, then whatever changes. */
  watch() {
    this.rest();
    this.#channel = channel();
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#now = {};
    this.#read();
  }

  /** Be told nothing; another page reads on. */
  rest() {
    clearTimeout(this.#timer);
    if (this.#stream.isOpen) this.#post({ leaves: true });
    this.#stream.close();
    this.#channel?.close();
    this.#channel = null;
  }

  /** Read, unless a page answers that it does: that is known before the stream is opened, as the state is asked first.
   * */
  #read(known) {
    clearTimeout(this.#timer);
    this.#key = Date.now() + Math.random();
    this.#post({ asks: !known });
    this.#stream.open(lang, known);
  }

  #wait(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(this.#now.state), ms + Math.random() * SPREAD_MS);
  }

  #post(message) {
    this.#channel?.postMessage({ from: this.#key, ...message });
  }

  /** What this page reads; silence each page notices by itself, for one that has lost the stream may be the only one.
   * */
  #tell(told) {
    const isLost = told.live === false;
    this.#now = isLost ? {} : { ...this.#now, ...told };
    if (!isLost) this.#post({ told });
    queueMicrotask(() => this.#hear(told)); // a fault of the page is none of the stream
  }

  #receive({ from, to, asks, told, leaves }) {
    if (leaves) return this.#stream.isOpen || this.#wait(0);
    if (this.#stream.isOpen && this.#key < from) {
      return this.#post({ to: from, told: asks && this.#now.state ? { ...this.#now, whole: true } : null });
    }
    this.#stream.close();
    this.#wait(PATIENCE_MS);
    if (!told || (to && to !== this.#key)) return null;
    if (to && this.#now.state) delete told.state; // this page has read it itself, before the answer came
    this.#now = { ...this.#now, ...told };
    return this.#hear(told);
  }
}

/** Between all pages, one from before an update among them: where messages change, so does its name. */
function channel() {
  try {
    return new BroadcastChannel(`stream ${lang}`);
  } catch {
    return null; // not known to this browser, or not allowed
  }
}
