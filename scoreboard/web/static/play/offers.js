// What may be said now: the buttons of the table, and the answers and calls that the law allows.

import { el, renew, t } from "../lib/dom.js";

/** The table's own buttons: each stays at its place, and is dead while it may not be pressed. */
export class Presses {
  #names;
  #buttons;

  constructor(names, buttons, kind = null) {
    [this.#names, this.#buttons] = [names, buttons];
    this.node = el("div", { class: kind });
  }

  show({ buttons, asks }) {
    const press = (name) => {
      const properties = { class: `press ${name}`, disabled: !buttons.includes(name) };
      return this.#buttons.make(t(`press-${name}`), { type: "press", button: name }, properties, asks.includes(name));
    };
    renew(this.node, this.#names.map(press));
  }
}

/** Answers or calls: they come and go with the state. */
export class Calls {
  #title;
  #buttons;

  constructor(title, buttons, kind) {
    [this.#title, this.#buttons] = [title, buttons];
    this.node = el("div", { class: `offers ${kind}` });
  }

  show(offers) {
    const call = ({ line, said, chosen, asks }) => {
      const pressed = chosen === undefined ? null : String(chosen);
      return this.#buttons.make(said, line, { class: "offer", "aria-pressed": pressed }, asks);
    };
    renew(this.node, group(this.#title, offers.map(call)));
  }
}

/** What is offered, under its title; nothing where nothing is. */
export const group = (title, buttons) =>
  buttons.length ? [el("h3", {}, title), el("div", { class: "buttons" }, buttons)] : [];
