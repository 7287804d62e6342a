// The gloves, as a side lays them in secret: which lies where, and what that is as a call.

import { button, el, t } from "../lib/dom.js";
import { board, gloveFace } from "./cards.js";

/** Two that are tapped one after the other change places; the last stands by where there are more than zones. */
export class GloveTable {
  #layout;
  #printed;
  #first = null;

  /** ``layout`` is changed; ``printed`` is what each zone has printed. */
  constructor(layout, printed) {
    [this.#layout, this.#printed] = [layout, printed];
    this.node = el("div", { class: "laying" });
    this.#draw();
  }

  get call() {
    const laid = Object.entries(this.#layout).filter(([place, glove]) => glove && place !== "away");
    return `gloves ${laid.map(([zone, { glove }]) => `${zone}=${glove}`).join(" ")}`;
  }

  #tap(place) {
    const layout = this.#layout;
    if (this.#first === null) this.#first = place;
    else {
      [layout[this.#first], layout[place]] = [layout[place], layout[this.#first]];
      this.#first = null;
    }
    this.#draw();
    this.node.querySelector(`[data-place=${place}]`).focus();
  }

  #draw() {
    const spare = "away" in this.#layout && el("div", { class: "bench-glove" }, this.#button("away"));
    const zones = board((zone) => [el("span", { class: "letter", "aria-hidden": "true" }, zone), this.#button(zone)]);
    this.node.replaceChildren(zones, spare || "");
  }

  #button(place) {
    const glove = this.#layout[place];
    return button(
      glove ? gloveFace(glove) : el("span", { class: "letter" }, this.#printed[place] ?? "·"),
      () => this.#tap(place),
      {
        class: "lay-on",
        "data-place": place,
        "aria-pressed": String(this.#first === place),
        "aria-label": this.#lies(glove, place),
      },
    );
  }

  #lies(glove, place) {
    if (!glove) return t("glove-none", { zone: place, value: this.#printed[place] ?? "–" });
    const { value, other } = glove;
    return place === "away" ? t("glove-away", { value, other }) : t("glove-here", { zone: place, value, other });
  }
}

/** Which glove lies where: as it was chosen, or else as they lay. */
export function laidOut({ gloves, printed, chosen }) {
  const layout = Object.fromEntries(Object.keys(printed).map((zone) => [zone, null]));
  const left = [...gloves];
  const [, ...words] = chosen ? chosen.split(" ") : [];
  const laid = chosen && Object.fromEntries(words.map((word) => word.split("=")));
  for (const zone of Object.keys(layout)) {
    const at = left.findIndex((glove) => (laid ? glove.glove === laid[zone] : glove.zone === zone));
    if (at >= 0) [layout[zone]] = left.splice(at, 1);
  }
  if (left.length) [layout.away] = left;
  return layout;
}
