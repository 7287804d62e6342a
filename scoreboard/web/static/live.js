// The state of play as it is now, from the server's stream.
// A phone that slept gets no error for a stream that has ended (iOS): whenever the page becomes visible the whole
// state is asked for first and the stream opened anew, and a stream that is silent for too long counts as ended.

import { api } from "./dom.js";

const SILENCE_MS = 40_000; // the server says something every 15 seconds
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** Calls ``onState(state, isWhole)`` with each state, ``onLink(since)`` with null while live, else since when not, and
 * ``onHealth(health)`` when the condition of a device has changed. */
export class Live {
  #onState;
  #onLink;
  #onHealth;
  #attempt = null;
  #heard = moment();
  #wait = FIRST_WAIT_MS;

  constructor({ onState, onLink, onHealth = () => {} }) {
    [this.#onState, this.#onLink, this.#onHealth] = [onState, onLink, onHealth];
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.open());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
    setInterval(() => since(this.#heard) > SILENCE_MS && this.open(), SILENCE_MS / 4);
  }

  /** Begin anew: the whole state, then the stream from there on, for ever. */
  async open() {
    this.#attempt?.abort();
    const attempt = (this.#attempt = new AbortController());
    this.#heard = moment();
    try {
      await this.#follow(attempt.signal);
    } catch (error) {
      if (attempt.signal.aborted) return;
      console.warn("the stream ended:", error.message);
    }
    if (attempt.signal.aborted) return;
    this.#onLink(new Date());
    setTimeout(() => attempt === this.#attempt && this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  async #follow(signal) {
    const state = await read(api("state"), signal);
    this.#onState(state, true); // before the first game it is an empty one, and the stream tells when there is one
    this.#hear();
    const after = state.game ? { after: `${state.game}-${state.number}` } : {};
    const stream = await fetch(api("stream", after), { signal, cache: "no-store" });
    if (!stream.ok) throw new Error(`status ${stream.status}`);
    this.#onLink(null);
    this.#wait = FIRST_WAIT_MS;
    for await (const event of events(stream.body, () => this.#hear())) {
      if (event.name === "state") this.#onState(JSON.parse(event.data), false);
      if (event.name === "health") this.#onHealth(JSON.parse(event.data));
    }
  }

  #hear() {
    this.#heard = moment();
  }
}

/** Now, by the clock on the wall, which somebody may set, and by one that may stand still while a device sleeps. */
const moment = () => [Date.now(), performance.now()];

/** Milliseconds since then, by the clock by which they are more. */
const since = ([wall, steady]) => Math.max(Date.now() - wall, performance.now() - steady);

async function read(address, signal) {
  const answer = await fetch(address, { signal, cache: "no-store" });
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** The events of a stream of the type text/event-stream; ``onBytes`` is called for comments, too. */
async function* events(body, onBytes) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    text += value.replaceAll("\r", "");
    const blocks = text.split("\n\n");
    text = blocks.pop();
    yield* blocks.map(parsed).filter((event) => event.data);
  }
}

function parsed(block) {
  const event = { name: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = line.match(/^(\w*): ?(.*)$/) ?? [];
    if (field === "event") event.name = value;
    if (field === "data") event.data += value;
  }
  return event;
}
