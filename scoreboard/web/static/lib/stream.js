// The server's stream, read for as long as it is wanted: by one page of a browser, for all of them
// (`shared_stream.js`). The server says something every two seconds. Where nothing is heard for longer, the attempt is
// given up and another one begun: a server that is stopped closes no connection, and iOS gives a phone that slept no
// error either.

export const SILENCE_MS = 4_400;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 2_000;
const CROWDED = 503;

/** Now, by the clock on the wall, which somebody may set, and by one that may stand still while a device sleeps. */
export const moment = () => [Date.now(), performance.now()];

/** Milliseconds since then, by the clock by which they are more. */
export const since = ([wall, steady]) => Math.max(Date.now() - wall, performance.now() - steady);

/** Tells what is read: ``tell({ state, whole })``, ``tell({ health })``, ``tell({ live: true })`` where a stream has
 * begun, ``tell({ live: false })`` where one has ended or none began, and ``tell({})`` whenever the server is heard. */
export class Stream {
  #tell;
  #attempt = null;
  #isWaiting = false;
  #heard = moment();
  #silence = null;
  #wait = FIRST_WAIT_MS;

  constructor(tell) {
    this.#tell = tell;
  }

  /** Whether it is being read, or was begun a moment ago. */
  get isOpen() {
    return this.#attempt !== null && !this.#isWaiting && since(this.#heard) <= SILENCE_MS;
  }

  /** Begin anew: the whole state, then the stream from there on, until it is closed; where a state is ``known`` and its
   * game still goes on, only the stream from that one on. */
  async open(lang, known = null) {
    this.close();
    const attempt = (this.#attempt = new AbortController());
    const hear = () => {
      this.#heard = moment();
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    };
    let isPolled = false;
    try {
      hear();
      isPolled = await this.#follow(lang, known, attempt.signal, hear);
    } catch (error) {
      if (attempt === this.#attempt) console.warn("the stream ended:", error.message);
    }
    if (attempt !== this.#attempt) return; // closed, or begun anew
    clearTimeout(this.#silence);
    this.#isWaiting = true;
    if (!isPolled) this.#tell({ live: false });
    setTimeout(() => attempt === this.#attempt && this.open(lang), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  close() {
    clearTimeout(this.#silence);
    const attempt = this.#attempt;
    [this.#attempt, this.#isWaiting] = [null, false];
    attempt?.abort();
  }

  /** Whether there was no place on the stream: the state is asked for every two seconds then, which is as good. */
  async #follow(lang, known, signal, hear) {
    const now = await read(`/api/state?lang=${lang}`, signal); // before the first game it is an empty one
    if (signal.aborted) return false;
    hear();
    const goesOn = known?.game && known.game === now.game && known.number <= now.number;
    if (!goesOn) this.#tell({ state: now, whole: true });
    const { game, number } = goesOn ? known : now;
    const after = game ? `&after=${game}-${number}` : "";
    const stream = await fetch(`/api/stream?lang=${lang}${after}`, { signal, cache: "no-store" });
    if (stream.status === CROWDED) {
      this.#tell({ live: true });
      this.#wait = LONGEST_WAIT_MS;
      return true;
    }
    if (!stream.ok) throw new Error(`status ${stream.status}`);
    this.#wait = FIRST_WAIT_MS;
    this.#tell({ live: true });
    const heard = () => {
      hear();
      this.#tell({});
    };
    for await (const event of events(stream.body, heard)) {
      if (signal.aborted) return false;
      if (event.name === "state") this.#tell({ state: JSON.parse(event.data), whole: false });
      if (event.name === "health") this.#tell({ health: JSON.parse(event.data) });
    }
    return false;
  }
}

async function read(address, signal) {
  const answer = await fetch(address, { signal, cache: "no-store" });
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** The events of a stream of the type text/event-stream; ``onBytes`` is called for comments, too. */
async function* events(body, onBytes) {
  const reader = body.getReader(),
    decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true }).replace(/\r/g, "");
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
