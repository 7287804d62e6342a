// How the score should be: plain data, kept over Back and a reload. It comes to a `set` line of whatever differs from
// what stands.

import { place } from "../lib/kept.js";

const NAME = "put right";

/** Once it was done it is not typed any longer. */
export const forget = () => place(NAME).drop();

/** ``fields`` and ``runners`` are the server's, as they stand; ``values`` and ``men`` are as they should be. */
export class ScoreDraft {
  #kept;

  constructor({ fields, runners }) {
    this.fields = fields;
    this.runners = runners;
    this.#kept = place(NAME, JSON.stringify([fields, runners]));
    const { values, men } = this.#kept.value ?? {};
    this.values = values ?? Object.fromEntries(fields.map(({ key, value }) => [key, value]));
    this.men = men ?? (runners?.men ?? []).map((man) => ({ ...man }));
  }

  keep() {
    this.#kept.keep({ values: this.values, men: this.men });
  }

  /** The men who are on the path, the most advanced first. */
  get onPath() {
    return this.men.filter(({ place: at }) => at).sort((one, other) => other.place - one.place);
  }

  get isChanged() {
    return Object.keys(this.#said).length > 0;
  }

  /** A line must say something, also where nothing differs. */
  get line() {
    return { type: "set", ...(this.isChanged ? this.#said : { half: this.values.half }) };
  }

  get #said() {
    const said = {};
    for (const { key, value } of this.fields) {
      const now = this.values[key];
      if (String(now) !== String(value)) sayIn(said, key, typeof now === "string" ? now.trim() : now);
    }
    return { ...said, ...this.#placed };
  }

  /** The runners, if anything of them differs, and their helmets in that order. */
  get #placed() {
    const known = ({ place: at, helmet }) => [at, helmet].join();
    const before = (this.runners?.men ?? []).filter(({ place: at }) => at),
      now = this.onPath;
    if (now.map(known).join(" ") === before.map(known).join(" ")) return {};
    const helmets = this.runners.helmets.length > 0 && { helmets: now.map(({ helmet }) => helmet) };
    return { runners: now.map(({ place: at }) => at), ...helmets };
  }
}

/** `hits.away` is `away` within `hits`. */
function sayIn(line, key, value) {
  const [whole, part] = key.split(".");
  line[whole] = part ? { ...line[whole], [part]: value } : value;
}
