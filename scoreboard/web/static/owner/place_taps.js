// Where pieces stand on the owner's own stadium, tapped on its picture: five places first, then what is off is moved.
// By a finger, a mouse, or the keyboard: arrows move what is chosen in the list, and before that a cross to tap with.
// A finger is broader than a place is exact, so each of the five is tapped twice: about there, then in a large picture.

import { acting } from "../lib/ask.js";
import { button, el, svg, t } from "../lib/dom.js";

const FIRST = ["0", "6", "12", "18", "Z1"];
const LARGER = [1, 2, 4];
const STEP_PX = 1;
const CROSS_PX = 24; // until the picture is large
const SEATS = [1, 2, 3, 4]; // of a dugout; those between the outer two follow them
const GRIP = 1.7; // of a ring's radius, for a finger

/** Shows the picture of a job with its places; ``answer`` sends what is pressed, with the taps. */
export class PlaceTaps {
  #answer;
  #wrong;
  #spots = new Map();
  #seated = new Set(); // seats that were moved by themselves
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
    this.here = button(t("taps-here"), () => this.#put({ ...this.#cross }), { class: "main" });
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
        button(t("taps-larger"), () => this.#enlarge((this.#zoom + 1) % LARGER.length), { class: "quiet" }),
        button(t("taps-again"), () => this.#again(), { class: "quiet" }),
        acting(t("taps-printed"), "quiet", wrong, () => this.#ask(new Map())),
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
    this.#seated = new Set();
    this.#taps = new Map();
    this.#enlarge(0);
  }

  get #next() {
    return this.#spots.size ? null : FIRST.find((name) => !this.#taps.has(name));
  }

  #draw() {
    const next = this.#next;
    this.asked.textContent = next ? `${t(`tap-${next}`)}${this.#isLarge ? ` ${t("taps-exactly")}` : ""}` : "";
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
    return { x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) };
  }

  #tap(event) {
    if (this.#next) this.#put(this.#at(event));
    else if (this.which.value) this.#move(this.which.value, this.#at(event));
  }

  get #isLarge() {
    return this.#zoom > 0 || this.img.clientWidth >= this.#size[0];
  }

  #put(at) {
    this.#cross = at;
    if (!this.#isLarge) {
      this.#enlarge(LARGER.length - 1);
      return;
    }
    this.#taps.set(this.#next, at);
    if (this.#taps.size === FIRST.length) this.#propose();
    this.#enlarge(0);
  }

  /** All places, by the five; where those are no diamond the job says so, and they are tapped again. */
  #propose() {
    this.#ask(this.#taps).catch((error) => {
      this.#wrong.textContent = error.message;
    });
    this.#taps = new Map();
  }

  async #ask(taps) {
    await this.#answer("next", taps);
    this.#enlarge(0);
    this.view.scrollIntoView({ block: "center" });
    this.#known = ""; // the job may come to the same places once more
  }

  #drag(event, name, grip) {
    event.preventDefault();
    this.which.value = name;
    grip.setPointerCapture(event.pointerId);
    const from = this.#at(event),
      was = this.#spots.get(name);
    grip.onpointermove = (moved) => {
      const to = this.#at(moved);
      this.#spots.set(name, { ...was, x: share(was.x + to.x - from.x), y: share(was.y + to.y - from.y) });
      const [wide, high] = this.#size;
      for (const ring of [grip, grip.previousSibling, grip.previousSibling.previousSibling]) {
        ring.setAttribute("cx", this.#spots.get(name).x * wide);
        ring.setAttribute("cy", this.#spots.get(name).y * high);
      }
    };
    grip.onpointerup = grip.onpointercancel = () => {
      this.#seat(name);
      this.#draw();
    };
  }

  #move(name, at) {
    this.#spots.set(name, { ...this.#spots.get(name), ...at });
    this.#seat(name);
    this.#draw();
  }

  /** Seats in the middle of a dugout follow its outer ones in equal steps, until they are moved themselves. */
  #seat(name) {
    const [side, seat] = name.split(" "),
      last = SEATS.length;
    if (seat) this.#seated.add(name);
    if (seat !== "1" && seat !== `${last}`) return;
    const [one, other] = [this.#spots.get(`${side} 1`), this.#spots.get(`${side} ${last}`)];
    for (const number of SEATS.slice(1, -1)) {
      const between = `${side} ${number}`,
        part = (number - 1) / (last - 1);
      if (this.#seated.has(between)) continue;
      const at = { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
      this.#spots.set(between, { ...this.#spots.get(between), ...at });
    }
  }

  #arrow(sign, words, across, down) {
    return button(sign, () => this.#nudge(across, down), { class: "quiet", "aria-label": words });
  }

  #nudge(across, down) {
    const next = this.#next,
      at = next ? this.#cross : this.#spots.get(this.which.value);
    if (!at) return;
    const [wide, high] = this.#size,
      step = next && !this.#isLarge ? CROSS_PX : STEP_PX;
    const to = { x: share(at.x + (across * step) / wide), y: share(at.y + (down * step) / high) };
    if (next) {
      this.#cross = to;
      this.#draw();
    } else this.#move(this.which.value, to);
  }

  /** What is being tapped or moved stays in the middle. */
  #enlarge(zoom) {
    this.#zoom = zoom;
    this.sheet.style.width = `${100 * LARGER[zoom]}%`;
    const { x, y } = this.#spots.get(this.which.value) ?? this.#cross;
    this.view.scrollTo({
      left: x * this.sheet.clientWidth - this.view.clientWidth / 2,
      top: y * this.sheet.clientHeight - this.view.clientHeight / 2,
      behavior: "instant",
    });
    this.#draw();
  }
}

const share = (value) => Math.min(Math.max(value, 0), 1);

function called(name) {
  const [side, seat] = name.split(" ");
  if (seat) return t(`taps-seat-${side}`, { number: seat });
  return t(`spot.${name === "0" ? "HP" : name}`);
}
