// The score put right outright, on a scoreboard: tap what is wrong on it, step it, and see at once what it comes to.
// What there is to set, its bounds and its words are listed by the server, as the game in play has them.

import { api, button, el, reach, renew, styled, t } from "../lib/dom.js";
import { select, stepper } from "./form_fields.js";
import { ScoreDraft } from "./score_draft.js";

const PAUSE_MS = 200;
const ON_BOARD = ["away", "home", "inning", "balls", "strikes", "outs"];
const SIGNS = { top: "▲", bottom: "▼" };
const BASES = [6, 12, 18];
const CORNERS = [
  [50, 100],
  [100, 50],
  [50, 0],
  [0, 50],
]; // home, first, second, third: per cent of the drawing
const BESIDE = [1.2, 1.6]; // how far beside the path, across and down, in rem

/** What may be put right now; what could be otherwise after that ``line`` of the game in play, where it is given. */
export async function fetchSettable(line = null) {
  const answer = await reach(api("put-right", line ? { line } : {}), { cache: "no-store" });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** The scoreboard to tap; ``onLine`` is called with the line that it comes to, whenever something else is put. */
export const setForm = (settable, onLine) => new ScoreForm(settable, onLine).node;

class ScoreForm {
  #onLine;
  #timer = null;

  constructor(settable, onLine) {
    this.draft = new ScoreDraft(settable);
    this.#onLine = onLine;
    this.cells = el("div", { class: "score-cells" });
    this.asks = el("section", { class: "score-ask" });
    this.more = el("div", { class: "score-more" });
    const { fields } = this.draft;
    this.node = el(
      "div",
      { class: "score-form" },
      fields.length > 0 && el("div", { class: "slate score-board" }, this.cells),
      settable.why_not && el("p", { class: "hint" }, settable.why_not),
      fields.length > 0 && this.asks,
      fields.length > 0 && el("details", {}, el("summary", {}, t("set-more")), this.more),
    );
    this.#askNothing();
    this.#draw();
    this.#drawMore();
    if (this.draft.isChanged) this.#askIn(0); // as it was left
  }

  /** Something else is put: what was shown of it is not so any longer. */
  #changed() {
    this.draft.keep();
    this.node.dispatchEvent(new Event("input", { bubbles: true }));
    this.#draw();
    this.#askIn(PAUSE_MS);
  }

  #askIn(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.node.isConnected && this.#onLine(this.draft.line), pause);
  }

  #field(key) {
    return this.draft.fields.find((each) => each.key === key);
  }

  #draw() {
    const cells = ON_BOARD.map((key) => this.#field(key)).filter(Boolean);
    const isHeld = this.cells.contains(document.activeElement);
    renew(this.cells, [...cells.map((each) => this.#cell(each)), ...(this.draft.runners ? [this.#bases()] : [])]);
    if (isHeld && !this.cells.contains(document.activeElement))
      this.cells.querySelector("[aria-pressed=true]")?.focus();
  }

  #cell({ key, said }) {
    const shown = this.draft.values[key],
      half = key === "inning" && this.draft.values.half;
    return button(
      [
        el("small", {}, said),
        el("b", {}, half && el("span", { "aria-hidden": "true" }, `${SIGNS[half]} `), String(shown)),
        half && el("span", { class: "unseen" }, this.#said("half", half)),
      ],
      () => this.#ask(key, () => this.#number(key)),
      { class: `cell cell-${key}`, "aria-pressed": String(this.asked === key) },
    );
  }

  #said(key, value) {
    return this.#field(key).choices.find((each) => each.value === value).said;
  }

  /** One question at a time, below the scoreboard. */
  #ask(key, draw) {
    this.asked = key;
    this.#draw();
    renew(this.asks, [draw()].flat());
  }

  #askNothing() {
    this.asked = null;
    renew(this.asks, [el("p", { class: "hint" }, t("set-how"))]);
  }

  /** How many there should be. */
  #number(key) {
    const asked = [el("h3", {}, this.#field(key).said), this.#stepped(this.#field(key))];
    return key === "inning" ? [...asked, this.#half()] : asked;
  }

  #stepped({ key, said, least, most }) {
    return stepper({
      said,
      value: this.draft.values[key],
      next: (value, by) => (value + by >= least && value + by <= most ? value + by : null),
      onstep: (now) => this.put(key, now),
    });
  }

  #half() {
    const field = this.#field("half");
    const halves = el("div", { class: "buttons", role: "group", "aria-label": field.said });
    const choice = ({ value, said }) =>
      button(
        `${SIGNS[value]} ${said}`,
        () => {
          this.put("half", value);
          draw();
        },
        { class: "offer", "aria-pressed": String(value === this.draft.values.half) },
      );
    const draw = () => renew(halves, field.choices.map(choice));
    draw();
    return halves;
  }

  // -- the bases

  #bases() {
    const taken = this.draft.onPath.map(({ place }) => place),
      free = BASES.filter((base) => !taken.includes(base) && this.#placeSaid(base));
    return el(
      "div",
      { class: "score-bases", role: "group", "aria-label": t("set-runners") },
      el(
        "div",
        {},
        free.map((base) => this.#spot(base, null)),
        this.draft.onPath.map((man) => this.#spot(man.place, man)),
      ),
    );
  }

  #placeSaid(place) {
    return this.draft.runners.places.find((each) => each.value === place)?.said;
  }

  #spot(place, man) {
    const said = this.#placeSaid(place) ?? String(place);
    const spot = button(
      el("i", { "aria-hidden": "true" }),
      () => (man ? this.#ask(man, () => this.#runner(man)) : this.#comes(place)),
      {
        class: `spot${man ? " on" : ""}${place % 6 ? " between" : ""}`,
        "aria-label": man ? t("set-on", { place: said }) : t("set-off", { place: said }),
        "aria-pressed": String(Boolean(man) && this.asked === man),
      },
    );
    [spot.style.left, spot.style.top] = where(place, this.draft.onPath);
    return spot;
  }

  /** A tap on an empty base puts a man there. */
  #comes(place) {
    const man = this.draft.men.find((each) => !each.place);
    if (!man) return;
    man.place = place;
    this.#ask(man, () => this.#runner(man));
    this.#changed();
    this.#drawMore();
  }

  /** Where he should be, or that he should not be there. */
  #runner(man) {
    const places = this.draft.runners.places.map(({ value }) => value).sort((one, other) => one - other);
    const isFree = (place) => this.draft.men.every((each) => each === man || each.place !== place);
    const step = stepper({
      said: t("set-runner"),
      value: man.place,
      words: (place) => this.#placeSaid(place) ?? String(place),
      signs: [t("set-back"), t("set-forth")],
      next: (place, by) =>
        (by > 0 ? places : [...places].reverse()).find((each) => (each - place) * by > 0 && isFree(each)) ?? null,
      onstep: (place) => {
        man.place = place;
        this.#changed();
        this.#drawMore();
      },
    });
    const goes = button(
      t("set-gone"),
      () => {
        man.place = null;
        this.#askNothing();
        this.#changed();
        this.#drawMore();
      },
      { class: "quiet" },
    );
    return [el("h3", {}, t("set-runner")), step, goes];
  }

  // -- what is put right rarely

  #drawMore() {
    const rare = this.draft.fields.filter(({ key }) => key !== "half" && !ON_BOARD.includes(key));
    const helmets = this.draft.runners?.helmets ?? [];
    this.more.replaceChildren(
      ...rare.flatMap((each) => KINDS[each.kind](each, this)),
      ...(helmets.length ? this.draft.onPath.map((man) => this.#helmet(man, helmets)) : []),
    );
  }

  #helmet(man, helmets) {
    const place = this.#placeSaid(man.place) ?? String(man.place);
    return listed(t("set-helmet", { place }), helmets, man.helmet, (helmet) => {
      man.helmet = helmet;
      this.#changed();
    });
  }

  number(field) {
    return el("div", { class: "stepped" }, el("span", {}, field.said), this.#stepped(field));
  }

  put(key, value) {
    this.draft.values[key] = value;
    this.#changed();
  }
}

const KINDS = {
  number: (field, form) => form.number(field),
  text: ({ key, said, most }, form) =>
    el(
      "label",
      {},
      el("span", {}, said),
      el("input", {
        name: key,
        maxlength: most,
        value: form.draft.values[key],
        required: true,
        autocomplete: "off",
        oninput: (event) => form.put(key, event.currentTarget.value),
      }),
    ),
  choice: ({ key, said, choices }, form) =>
    listed(said, choices, form.draft.values[key], (value) => form.put(key, value)),
  order: ({ key, said, choices }, form) =>
    form.draft.values[key].map((each, index) =>
      listed(`${said} ${index + 1}`, choices, each, (value) =>
        form.put(
          key,
          form.draft.values[key].map((other, nth) => (nth === index ? value : other)),
        ),
      ),
    ),
};

/** One of the choices, given as it is in the list: a number stays one. */
const listed = (said, choices, chosen, onpick) =>
  select(
    said,
    choices.map(({ value, said: words }) => [value, words]),
    chosen,
    (picked) => onpick(choices.find(({ value }) => String(value) === picked).value),
  );

/** Where a place of the base path lies in the drawing, left and top. A finger is wider than a step: who is between two
 * bases stands beside the path, outside of it, the next one inside. */
function where(place, men) {
  const side = Math.floor(place / 6),
    part = place % 6 && 0.5 + (place / 6 - side - 0.5) * 0.4,
    [from, to] = [0, 1].map((more) => CORNERS[(side + more) % 4]),
    behind = men.filter((man) => man.place % 6 && Math.floor(man.place / 6) === side && man.place < place).length;
  return from.map((start, axis) => {
    const out = place % 6 && Math.sign(from[axis] + to[axis] - 100) * BESIDE[axis] * [1, -1, -2][behind];
    return `calc(${start + (to[axis] - start) * part}% + ${out}rem)`;
  });
}

await styled("/static/play/score_form.css");
