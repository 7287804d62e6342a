// The controls: only what the law allows now is offered. The server lists it in the state's `offers`; here it is drawn.

import { faces, keypad, open, preview, upto } from "../lib/dialog.js";
import { el, isReturning, renew, say, section, t } from "../lib/dom.js";
import { askedAt, dry, placeOf, post, Refusal, stillHolds } from "../lib/send.js";

const BUTTONS = ["ball", "strike", "out", "run", "homerun", "batter"];
const STEPPING = [
  ["undo", "redo"],
  ["next", "ok"],
]; // two and two where four do not fit
const ANSWERING = new Set(["ok", "next", "undo"]); // while a question is open they are about it
const THROWN = new Set(["die", "chip", "roll"]);
const HOLD_MS = 450;

export class Controls {
  #state = null;
  #tapped = new Set();

  /** ``onUnpaired`` is called when this phone may do nothing (any more). */
  constructor({ onUnpaired }) {
    this.onUnpaired = onUnpaired;
    this.said = el("p", { class: "reply", role: "alert" });
    this.hint = el("p", { class: "hint", "aria-live": "polite" }, t("hold-hint"));
    this.answers = el("div", { class: "offers answers" });
    this.calls = el("div", { class: "offers calls" });
    this.throws = el("div", { class: "offers throws" });
    this.buttons = el("div", { class: "presses" });
    this.stepping = el("div", { class: "stepping" });
    this.correct = el("button", { type: "button", class: "quiet", onclick: () => this.#correct() }, t("set-score"));
    this.node = section(
      t("controls"),
      "controls",
      this.said,
      this.answers,
      this.throws,
      this.calls,
      this.buttons,
      this.stepping,
      this.hint,
      this.correct,
    );
  }

  show(state) {
    const hasMoved = this.#state && askedAt(this.#state) !== askedAt(state);
    this.#state = state;
    const offers = state.offers;
    if (hasMoved) say(this.hint, t("hold-hint"));
    if (hasMoved && !this.#tapped.size) this.#forget();
    if (!this.#tapped.size) this.#leave();
    renew(
      this.answers,
      group(
        t("answers"),
        offers.answers.map((offer) => this.#offer(offer)),
      ),
    );
    renew(
      this.calls,
      group(
        t("calls"),
        offers.calls.map((offer) => this.#offer(offer)),
      ),
    );
    renew(
      this.throws,
      group(
        t("by-hand"),
        offers.throws.map((thrown) => this.#thrown(thrown)),
      ),
    );
    renew(this.buttons, this.#presses(BUTTONS, offers));
    renew(
      this.stepping,
      STEPPING.map((pair) => el("div", {}, this.#presses(pair, offers))),
    );
  }

  /** Send a line; the answer comes back by the stream, or is a sentence here. ``at``: where play was when what is sent
   * was shown, else now; ``onOvertaken`` is called where it went on since. */
  async send(line, path = "lines", { at = this.#place(line), onOvertaken = null } = {}) {
    const expected = { expect: at };
    if (this.#tapped.has(expected.expect)) return false; // a second tap on what is under way
    this.#tapped.add(expected.expect);
    this.#tell("");
    try {
      await post(path, line, { query: expected, onWait: () => this.#tell(t("waiting")) });
      this.#tell("");
      return true;
    } catch (error) {
      if (error.status === 412 && onOvertaken) onOvertaken();
      else this.#refused(error);
      this.#leave();
      return false;
    } finally {
      this.#tapped.delete(expected.expect);
    }
  }

  #place({ type, button }) {
    return type === "press" && ANSWERING.has(button) ? askedAt(this.#state) : placeOf(this.#state).expect;
  }

  #refused(error) {
    if (!(error instanceof Refusal)) this.#tell(t("not-sent"));
    else if (error.status === 401 || error.status === 403) this.onUnpaired(error.message);
    else this.#tell(error.status === 412 ? t("overtaken") : error.message);
  }

  /** Say it where it is seen: a sheet lies over the controls. */
  #tell(words) {
    const sheet = document.querySelector("dialog[open] .reply");
    (sheet ?? this.said).textContent = words;
    sheet?.scrollIntoView({ block: "nearest" });
  }

  /** What was said of an earlier state is not so any longer. */
  #forget() {
    for (const each of [this.said, ...document.querySelectorAll("dialog[open] > .sheet-inside > .reply")])
      say(each, "");
  }

  /** A throw that the camera has read meanwhile, or another phone has sent, is not asked for any longer: it would be
   * scored twice. */
  #leave() {
    const { sheet, what, seen } = this.entering ?? {},
      state = this.#state;
    if (!sheet?.open) return;
    if (stillHolds(seen, state) && state.offers.throws.some((thrown) => thrown.what === what)) {
      this.entering.seen = state;
      return;
    }
    sheet.close();
    this.#tell(THROWN.has(state.cause?.type) ? t("throw-is-in") : t("overtaken"));
  }

  #presses(names, { buttons, asks }) {
    return names.map((name) =>
      this.#button(
        t(`press-${name}`),
        { type: "press", button: name },
        { class: `press ${name}`, disabled: !buttons.includes(name) },
        asks.includes(name),
      ),
    );
  }

  #offer({ line, said, chosen, asks }) {
    return this.#button(
      said,
      line,
      { class: "offer", "aria-pressed": chosen === undefined ? null : String(chosen) },
      asks,
    );
  }

  /** A button that acts when tapped; held, hovered or reached by the keyboard it says what it would do. One that brings
   * what its name does not say ``asks`` first. */
  #button(words, line, properties, asks = false) {
    let timer = null,
      held = false;
    const ask = async () => {
      const state = this.#state,
        would = await dry(line);
      const comes = would.refused ?? [would.told || would.said, ...(would.effects ?? [])].join(" ");
      if (state === this.#state) say(this.hint, `${words}: ${comes}`);
    };
    const release = () => clearTimeout(timer);
    return el(
      "button",
      {
        type: "button",
        ...properties,
        onpointerdown: () => {
          held = false;
          timer = setTimeout(() => {
            held = true;
            ask();
          }, HOLD_MS);
        },
        onpointerup: release,
        onpointerleave: release,
        onpointercancel: release,
        oncontextmenu: (event) => event.preventDefault(),
        onpointerenter: (event) => event.pointerType === "mouse" && ask(),
        onfocus: (event) => !isReturning && event.target.matches(":focus-visible") && ask(),
        onclick: () => {
          if (!held) asks ? this.#ask(words, line) : this.send(line);
          held = false;
        },
      },
      words,
    );
  }

  /** Show what comes of it, and do just that. */
  #ask(words, asked) {
    const would = el("div", { class: "preview", "aria-live": "polite" }),
      sheet = open(words, [would]);
    preview(
      would,
      asked,
      async (line, at, onOvertaken) => (await this.send(line, "lines", { at, onOvertaken })) && sheet.close(),
    );
  }

  /** A throw that is entered by hand, as when the camera is off. */
  #thrown({ what, said, faces: sides, dice }) {
    const enter = () => {
      const line = (value) => (what === "chip" ? { type: "chip", face: value } : { type: "die", color: what, value });
      const close = async (made) =>
        (await this.send(made, "lines", { at: placeOf(this.entering.seen).expect })) && sheet.close();
      const pad = dice
        ? rollPad(dice, sides, (values) => close({ type: "roll", values }))
        : keypad(what === "chip" ? faces() : upto(sides), {
            color: what.toLowerCase(),
            label: said,
            onpick: (value) => close(line(value)),
          });
      const sheet = open(said, [el("p", { class: "hint" }, t("by-hand-hint")), pad]);
      this.entering = { sheet, what, seen: this.#state };
    };
    return el(
      "button",
      {
        type: "button",
        class: "offer thrown",
        "aria-haspopup": "dialog",
        onclick: enter,
        "data-color": what.toLowerCase(),
      },
      el("span", { class: "thing", "aria-hidden": "true", "data-thing": what, "data-color": what.toLowerCase() }),
      said,
    );
  }

  async #correct() {
    const would = el("div", { class: "preview", "aria-live": "polite" }),
      form = el("div");
    const { fetchSettable, setForm } = await import("./score_form.js");
    const fill = async () => {
      const settable = await fetchSettable(),
        at = settable.expect; // the line is what differs from the score that the form shows
      form.replaceChildren(
        setForm(settable, (made) =>
          preview(
            would,
            made,
            async (line, _, again) => (await this.send(line, "lines", { at, onOvertaken: again })) && sheet.close(),
            { at, onOvertaken: () => tried(wentOn) },
          ),
        ),
      );
    };
    const wentOn = async () => {
      await fill();
      would.replaceChildren(el("p", { class: "went-on" }, t("look-again")));
    };
    const tried = (act) => act().catch((error) => this.#tell(error.message || t("not-sent")));
    const sheet = open(t("set-score"), [form, would]);
    await tried(fill);
  }
}

/** Six-sided dice, one keypad each; done once all are chosen. */
export function rollPad(dice, sides, done, was = []) {
  const values = [...was];
  const pads = [...Array(dice).keys()].map((index) =>
    keypad(upto(sides), {
      was: was[index],
      label: t("die-number", { number: index + 1 }),
      onpick: (value) => {
        values[index] = value;
        if (values.filter(Boolean).length === dice) done([...values]);
      },
    }),
  );
  return el("div", { class: "rolls" }, pads);
}

function group(title, children) {
  return children.length ? [el("h3", {}, title), el("div", { class: "buttons" }, children)] : [];
}
