// Where pieces stand on the owner's own stadium, tapped on its picture: five places first, then what is off is moved.
// By a finger, a mouse, or the keyboard: arrows move what is chosen in the list, and before that a cross to tap with.

import { acting } from "../lib/ask.js";
import { button, el, svg, t } from "../lib/dom.js";

const FIRST = ["0", "6", "12", "18", "Z1"];
const LARGER = [1, 2, 4];
const STEP_PX = 1;
const CROSS_PX = 12;
const GRIP = 1.7; // of a ring's radius, for a finger

/** Shows the picture of a job with its places; ``answer`` sends what is pressed, with the taps. */
export class PlaceTaps {
  #answer;
  #wrong;
  #spots = new Map();
  #taps = new Map();
  #known = "";
  #cross = { x: 0.5, y: 0.5 };
  #zoom = 0;
  #size = [1, 1];

  constructor(answer, wrong) {
    [this.#answer, this.#wrong] = [answer, wrong];
    this.asked = el("p", { class: "tap-asked", "aria-live": "polite" });
    this.img = el("img", { alt: t("taps-picture"), onload: () => this.#measure() });
    this.over = svg("svg", { "aria-hidden": "true", onclick: (event) => this.#tap(event) });
    this.sheet = el("div", { class: "taps-sheet" }, this.img, this.over);
    this.view = el("div", { class: "taps-view" }, this.sheet);
    this.which = el("select", {
      id: "taps-which",
      onchange: () => this.#draw(),
    });
    this.chosen = el("div", { class: "taps-chosen" }, el("label", { for: "taps-which" }, t("taps-which")), this.which);
    this.here = button(t("taps-here"), () => this.#put(this.#cross), { class: "main" });
    const moving = el(
      "div",
      { class: "taps-moving" },
      this.chosen,
      this.here,
      el(
        "div",
        { class: "taps-arrows" },
        this.#arrow("←", t("taps-left"), -1, 0),
        this.#arrow("↑", t("taps-up"), 0, -1),
        this.#arrow("↓", t("taps-down"), 0, 1),
        this.#arrow("→", t("taps-right"), 1, 0),
      ),
    );
    this.keep = acting(t("taps-keep"), "main", wrong, () => this.#answer("ok", this.#spots));
    this.node = el(
      "div",
      { class: "taps" },
      this.asked,
      this.view,
      moving,
      el(
        "div",
        { class: "buttons" },
        this.keep,
        button(t("taps-larger"), () => this.#enlarge(), { class: "quiet" }),
        button(t("taps-again"), () => this.#again(), { class: "quiet" }),
        acting(t("taps-printed"), "quiet", wrong, () => this.#answer("next", new Map())),
      ),
    );
    this.#again();
  }

  /** As the job has them; what is being moved here stays until the job has other ones. */
  show({ pictures, spots }) {
    if (this.img.getAttribute("src") !== pictures.at(-1)) this.img.src = pictures.at(-1);
    const known = JSON.stringify(spots);
    if (known === this.#known) return;
    this.#known = known;
    this.#spots = new Map(spots.map(({ name, x, y, radius }) => [name, { x, y, radius }]));
    const chosen = this.which.value;
    this.which.replaceChildren(
      el("option", { value: "" }, t("taps-none")),
      ...spots.map(({ name }) => el("option", { value: name }, called(name))),
    );
    this.which.value = this.#spots.has(chosen) ? chosen : "";
    this.#draw();
  }

  #measure() {
    this.#size = [this.img.naturalWidth, this.img.naturalHeight];
    this.over.setAttribute("viewBox", `0 0 ${this.#size.join(" ")}`);
    this.#draw();
  }

  /** The five begin again. */
  #again() {
    this.#spots = new Map();
    this.#taps = new Map();
    this.#known = "";
    this.#draw();
  }

  get #next() {
    return this.#spots.size ? null : FIRST.find((name) => !this.#taps.has(name));
  }

  #draw() {
    const next = this.#next;
    this.asked.textContent = next ? t(`tap-${next}`) : "";
    this.chosen.hidden = this.keep.hidden = Boolean(next);
    this.here.hidden = !next;
    const marks = next ? this.#taps : this.#spots;
    this.over.replaceChildren(
      ...[...marks].flatMap(([name, at]) => this.#ring(name, at)),
      ...(next ? this.#lines() : []),
    );
  }

  #lines() {
    const [wide, high] = this.#size,
      [x, y] = [this.#cross.x * wide, this.#cross.y * high],
      reach = wide / 40;
    return [svg("path", { d: `M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`, class: "cross" })];
  }

  #ring(name, { x, y, radius = 0.012 }) {
    const [wide, high] = this.#size;
    const at = { cx: x * wide, cy: y * high };
    const kind = `${name[0] === "Z" ? "zone" : ""}${name === this.which.value ? " chosen" : ""}`;
    const grip = svg("circle", { ...at, r: radius * wide * GRIP, class: "grip" });
    grip.addEventListener("pointerdown", (event) => this.#drag(event, name, grip));
    grip.addEventListener("click", (event) => event.stopPropagation());
    return [
      svg("circle", { ...at, r: radius * wide, class: kind }),
      svg("circle", { ...at, r: wide / 500, class: `${kind} middle` }),
      this.#spots.size ? grip : null,
    ].filter(Boolean);
  }

  #at(event) {
    const box = this.over.getBoundingClientRect();
    const share = (value) => Math.min(Math.max(value, 0), 1);
    return { x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) };
  }

  #tap(event) {
    if (this.#next) this.#put(this.#at(event));
    else if (this.which.value) this.#move(this.which.value, this.#at(event));
  }

  #put(at) {
    this.#taps.set(this.#next, at);
    if (this.#taps.size === FIRST.length) this.#propose();
    this.#draw();
  }

  /** All places, by the five; where those are no diamond the job says so, and they are tapped again. */
  #propose() {
    this.#answer("next", this.#taps).catch((error) => {
      this.#wrong.textContent = error.message;
    });
    this.#taps = new Map();
  }

  #drag(event, name, grip) {
    event.preventDefault();
    this.which.value = name;
    grip.setPointerCapture(event.pointerId);
    const from = this.#at(event),
      was = this.#spots.get(name);
    grip.onpointermove = (moved) => {
      const to = this.#at(moved);
      this.#spots.set(name, { ...was, x: was.x + to.x - from.x, y: was.y + to.y - from.y });
      const [wide, high] = this.#size;
      for (const ring of [grip, grip.previousSibling, grip.previousSibling.previousSibling]) {
        ring.setAttribute("cx", this.#spots.get(name).x * wide);
        ring.setAttribute("cy", this.#spots.get(name).y * high);
      }
    };
    grip.onpointerup = grip.onpointercancel = () => this.#draw();
  }

  #move(name, at) {
    this.#spots.set(name, { ...this.#spots.get(name), ...at });
    this.#draw();
  }

  #arrow(sign, words, across, down) {
    return button(sign, () => this.#nudge(across, down), { class: "quiet", "aria-label": words });
  }

  #nudge(across, down) {
    const next = this.#next,
      at = next ? this.#cross : this.#spots.get(this.which.value);
    if (!at) return;
    const [wide, high] = this.#size,
      step = next ? CROSS_PX : STEP_PX;
    const to = { x: at.x + (across * step) / wide, y: at.y + (down * step) / high };
    if (next) {
      this.#cross = to;
      this.#draw();
    } else this.#move(this.which.value, to);
  }

  #enlarge() {
    this.#zoom = (this.#zoom + 1) % LARGER.length;
    this.sheet.style.width = `${100 * LARGER[this.#zoom]}%`;
  }
}

function called(name) {
  const [side, seat] = name.split(" ");
  if (seat) return t(`taps-seat-${side}`, { number: seat });
  return t(`spot.${name === "0" ? "HP" : name}`);
}
