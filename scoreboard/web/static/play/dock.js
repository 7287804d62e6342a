// The scoring dock of a paired phone, at the bottom of its window whatever is scrolled: how the game stands, what came
// of the last throw, what is due, and the pad for that. Every row has its height: nothing moves between two throws.

import { button, el, named, renew, say, section, t } from "../lib/dom.js";
import { askedAt } from "../lib/send.js";
import { at_bat, markMore, name, scoreline, thing } from "../watch/board.js";
import { asks } from "../watch/question.js";
import { standing } from "./dock_status.js";
import { DuePad } from "./due_pad.js";
import { inTwo, LineButtons, setScore } from "./line_buttons.js";
import { LineSender } from "./line_sender.js";
import { MoreSheet } from "./more_sheet.js";
import { calls, presses, seldomWords, unlike } from "./offers.js";
import { D6, rowsOfDie } from "./pad.js";

const KEY_ROWS = { "three-dice": 3, "four-dice": 4 };
const USUAL_ROWS = 2;
const MOST_ROWS = 4; // more are scrolled
const THROWN = new Set(["die", "chip", "roll"]);
const NOTES = / \([\dA-Z][^a-z()]*\)/g; // a scorekeeper's, such as (G6): the play by play has them
const ELSEWHERE = "input, select, textarea, [contenteditable]";

/** How many rows of keys the pad has room for, whatever is due. */
function rowsOf({ rules, park }) {
  if (!park) return KEY_ROWS[rules] ?? USUAL_ROWS;
  const dice = park.dice.length ?? park.dice;
  return Math.max(USUAL_ROWS, Math.min(MOST_ROWS, dice * rowsOfDie(park.sides ?? D6, dice)));
}

/** Puts the rows together, and hands each state to them. */
export class Dock {
  #state = null;
  #place = "";
  #secrets = [];
  #games = [];
  #die = null;

  /** ``onUnpaired`` is called when this phone may do nothing (any more), ``openHands`` shows what its sides choose in
   * secret. */
  constructor({ onUnpaired, openHands }) {
    this.sender = new LineSender({ onUnpaired, onBusy: (isBusy) => this.pad.rest(isBusy) });
    this.buttons = new LineButtons(this.sender);
    this.more = new MoreSheet(this.sender, openHands);
    this.pad = new DuePad({ onThrow: (line) => this.sender.send(line), onGone: () => this.#gone() });
    this.status = button([], () => setScore(this.sender), {
      class: "standing",
      "aria-haspopup": "dialog",
    });
    this.last = el("p", { class: "last", onclick: () => this.last.classList.toggle("whole") });
    this.due = el("p", { class: "due" });
    this.answers = el("div", { class: "answers", role: "group", "aria-label": t("answers") });
    this.calls = el("div", { role: "group", "aria-label": t("calls") });
    this.chips = el("div", { class: "chips", onscroll: () => markMore(this.chips) }, this.calls, this.answers);
    this.steps = el("div", { class: "steps" });
    this.node = section(
      t("controls"),
      "dock",
      this.status,
      el("div", { class: "last-row" }, this.last, this.buttons.hint, this.sender.said),
      el("div", { class: "due-row" }, this.due, this.chips),
      this.pad.node,
      el(
        "div",
        { class: "fixed-row" },
        this.steps,
        button(t("more"), () => this.more.open(this.#state), { class: "press more", "aria-haspopup": "dialog" }),
      ),
    );
    new ResizeObserver(() => this.#fit()).observe(this.node);
    document.addEventListener("keydown", (event) => this.#typed(event));
  }

  show(state) {
    const hasMoved = this.sender.follow(state),
      place = `${state.game} ${state.number}`;
    if (place !== this.#place) this.#die = null;
    [this.#state, this.#place] = [state, place];
    this.node.dataset.rows = rowsOf(state.setup);
    this.buttons.follow(state, hasMoved);
    if (hasMoved) this.last.classList.remove("whole");
    this.status.replaceChildren(standing(state));
    this.status.setAttribute("aria-label", `${t("set-score")} ${scoreline(state)}`);
    renew(this.steps, presses(["undo", "redo"], this.buttons, state.offers));
    this.#draw();
    this.more.show(state, hasMoved);
  }

  /** What came of the last throw; it is the board that reads it aloud. */
  tell(words) {
    say(this.last, (words ?? "").replace(NOTES, ""));
    this.#fit();
  }

  /** What is chosen in secret now, a key for each side. */
  choose(keys) {
    this.#secrets = keys;
    if (this.#state) this.#draw();
  }

  /** What may be played next, a key each, once the game is over. */
  playNext(keys) {
    this.#games = keys;
    if (this.#state) this.#draw();
  }

  /** This phone may do nothing any more. */
  leave() {
    this.#state = null;
    this.more.close();
    this.node.remove();
  }

  #draw() {
    const { offers, asked, over } = this.#state,
      [first, ...others] = over ? [] : offers.throws,
      thrown = others.find(({ what }) => what === this.#die) ?? first,
      keys = over ? this.#games : this.#secrets,
      isThrown = Boolean(first || asked); // else the pad has what is chosen, said or played next
    renew(this.due, this.#due(thrown));
    renew(this.answers, asked ? [] : this.#lastAnswers());
    renew(this.calls, asked ? [] : this.#chips(others, keys, isThrown));
    if (asked) this.pad.ask(this.#state, asks(asked), this.#answers());
    else if (first) this.pad.wait(thrown, this.#state);
    else this.pad.offer(keys.length ? keys.map(key("key")) : calls(aloud(offers), this.buttons), t("calls"));
    this.#fit();
  }

  /** Words that have no room are set smaller. */
  #fit() {
    markMore(this.chips);
    const offered = this.pad.node.matches(".offered") ? this.pad.node.children : [];
    for (const words of [this.last, ...this.due.children, ...offered]) {
      words.classList.remove("long");
      words.classList.toggle("long", words.scrollHeight > words.clientHeight + 2);
    }
  }

  /** What the last throw came to, and might have come to, behind a label: nothing of it is due now. */
  #lastAnswers() {
    const answers = calls(unlike(this.#state.offers.answers), this.buttons);
    return answers.length ? [el("span", { class: "of-last", "aria-hidden": "true" }, t("last-throw")), ...answers] : [];
  }

  /** Beside the pad: another die that may be thrown now, what may be said, and what is chosen in secret meanwhile; what
   * is said seldom is in the sheet. */
  #chips(others, keys, isThrown) {
    const { offers } = this.#state;
    return [
      others.map(({ what, said }) =>
        button([thing(what), el("span", {}, inTwo(said))], () => this.#turnTo(what), {
          class: "offer",
          "aria-pressed": String(what === this.#die),
        }),
      ),
      isThrown ? keys.map(key("offer")) : [],
      isThrown || keys.length ? calls(aloud(offers), this.buttons) : [],
      offers.calls.some(({ seldom }) => seldom)
        ? button(inTwo(seldomWords(this.#state)), () => this.more.open(this.#state), {
            class: "offer",
            "aria-haspopup": "dialog",
          })
        : [],
    ].flat();
  }

  /** What is due, in a few words behind the thing itself. */
  #due(thrown) {
    const { offers, asked, over, said } = this.#state;
    const words = (...children) => el("span", { class: "words-due" }, children);
    if (over || asked) return [words(el("b", {}, over ? said : asks(asked)))];
    const left = this.#secrets.filter((each) => !each.isChosen);
    if (!thrown && left.length > 1) return [words(el("b", {}, t("must-choose")))];
    if (!thrown && left.length && left.length < this.#secrets.length) return [words(el("b", {}, left[0].words))];
    const isOther = thrown && thrown.what === this.#die,
      side = isOther ? at_bat(this.#state) : offers.side,
      due = isOther ? thrown.said : offers.due;
    return [
      thrown && thing(thrown.what),
      words(side && el("span", { class: "due-team" }, named(name(this.#state, side)), ": "), el("b", {}, due)),
    ].filter(Boolean);
  }

  /** The likely values of a die that was not read for sure, or none of them. */
  #answers() {
    const { asked } = this.#state;
    const likely = (value) =>
      button(typeof value === "number" ? value : t(value), () => this.#answer(value), {
        class: value === asked.offered ? "key offered" : "key",
      });
    return [
      ...asked.choices.map(likely),
      this.buttons.make(t("throw-again"), { type: "press", button: "undo" }, { class: "key again" }),
    ];
  }

  #answer(value) {
    const { asked } = this.#state;
    return this.sender.send({ value, what: asked.what }, "answer", { at: askedAt(this.#state) });
  }

  #turnTo(what) {
    this.#die = this.#die === what ? null : what;
    this.#draw();
  }

  /** What was being entered is in already, or is due no longer: it would be scored twice. */
  #gone() {
    this.sender.tell(THROWN.has(this.#state.cause?.type) ? t("throw-is-in") : t("overtaken"));
  }

  /** A keyboard has the pad's digits on its own, and U for undo. */
  #typed(event) {
    const { key: typed, target, repeat, ctrlKey, altKey, metaKey } = event;
    if (!this.node.isConnected || repeat || ctrlKey || altKey || metaKey) return;
    if (target.closest?.(ELSEWHERE) || document.querySelector("dialog[open]")) return;
    if (typed.toLowerCase() === "u") this.steps.firstElementChild.click();
    else if (!this.pad.typed(typed)) return;
    event.preventDefault();
  }
}

/** What may be said, but for what is said seldom. */
const aloud = (offers) => offers.calls.filter(({ seldom }) => !seldom);

/** A key of what is chosen or played next. */
const key =
  (shape) =>
  ({ words, color = null, act }) =>
    button(inTwo(words), act, { class: shape, "data-color": color, disabled: !act });
