// One setting as it is shown and changed.

import { button, el, t } from "../lib/dom.js";
import { field } from "./setting_fields.js";

const id = (key) => `set-${key.replace(/\./g, "-")}`;
const isEmpty = (value) => typeof value === "object" && !Object.keys(value).length;

/** Whether two values of a setting are the same. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** One setting: what it is, its input, its default, and what the server says of what was typed. */
export class SettingRow {
  constructor(key, setting, onchange) {
    this.key = key;
    const at = id(key);
    this.reset = false;
    this.field = field(at, setting, () => {
      this.reset = false;
      this.#mark();
      onchange();
    });
    this.wrong = el("p", { class: "wrong", id: `${at}-wrong`, role: "alert" });
    this.usual = el("small", { class: "usual", id: `${at}-usual` });
    const reset = () => {
      this.field.set(this.setting.default);
      this.reset = true;
      this.#mark();
      onchange();
    };
    const unseen = el("span", { class: "unseen" }, ` ${setting.title}`);
    this.back = button([t("reset"), unseen], reset, { class: "quiet back" });
    const help = el("small", { id: `${at}-help` }, setting.help);
    const needs = setting.restart && el("small", { class: "restart" }, t("needs-restart"));
    this.node = el(
      "div",
      { class: "setting", "data-key": key },
      el("label", { for: at, id: `${at}-label` }, setting.title),
      this.field.node,
      help,
      el("div", { class: "notes" }, this.usual, needs, this.back),
      this.wrong,
    );
    const control = this.control;
    control.setAttribute("aria-describedby", `${at}-help ${at}-usual ${at}-wrong`);
    if (control.getAttribute("role") === "group") control.setAttribute("aria-labelledby", `${at}-label`);
    this.show(setting);
  }

  get control() {
    return this.field.node.id === id(this.key) ? this.field.node : this.field.node.querySelector(`#${id(this.key)}`);
  }

  get isChanged() {
    return this.reset ? !same(this.setting.value, this.setting.default) : !same(this.field.value(), this.shown);
  }

  /** What is sent: a reset takes the value out of the owner's file. */
  get wanted() {
    return this.reset ? null : this.field.value();
  }

  /** What was typed, and over what: for a reload. */
  get typed() {
    return { over: this.setting.value, wanted: this.wanted, reset: this.reset };
  }

  retype({ over, wanted, reset }) {
    if (!same(over, this.setting.value)) return;
    this.field.set(reset ? this.setting.default : wanted);
    this.reset = reset;
    this.#mark();
  }

  show(setting) {
    this.setting = setting;
    this.reset = false;
    this.field.set(setting.value);
    this.shown = this.field.value();
    this.refuse("");
    this.#mark();
  }

  /** What is known now, under what was typed here. */
  rebase(setting) {
    if (!this.isChanged) return this.show(setting);
    this.setting = setting;
    return null;
  }

  refuse(why) {
    this.wrong.textContent = why;
    this.node.classList.toggle("refused-field", Boolean(why));
    if (why) this.control.setAttribute("aria-invalid", "true");
    else this.control.removeAttribute("aria-invalid");
  }

  focus() {
    for (let outer = this.node.parentElement; outer; outer = outer.parentElement)
      if (outer.tagName === "DETAILS") outer.open = true;
    this.control.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: "center" });
  }

  /** Whether it has all of these words, and is shown. */
  find(words) {
    const { title, help, group: place } = this.setting;
    const said = `${title} ${help} ${place} ${this.key} ${Object.values(this.setting.choices).join(" ")}`.toLowerCase();
    const found = words.every((word) => said.includes(word));
    this.node.hidden = !found;
    return found ? 1 : 0;
  }

  worded(value) {
    if (value === null || value === "" || value?.length === 0 || isEmpty(value)) return t("left-open");
    if (typeof value === "boolean") return value ? t("on") : t("off");
    if (Array.isArray(value)) return value.map((each) => this.worded(each)).join(", ");
    return this.setting.choices[value] ?? (typeof value === "object" ? JSON.stringify(value) : String(value));
  }

  #mark() {
    const { setting } = this;
    const isUsual = this.isChanged ? same(this.field.value(), setting.default) : same(setting.value, setting.default);
    this.usual.textContent = t("usual", { value: this.worded(setting.default) });
    this.back.hidden = isUsual || this.reset;
    this.node.classList.toggle("changed", this.isChanged);
  }
}
