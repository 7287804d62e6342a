// The settings: every one that the server knows, most used first. Only what was changed is sent, and never over what
// was changed elsewhere meanwhile; what is refused stays as it was typed, with the reason beside it.

import { acting, ask, send } from "../lib/ask.js";
import { el, reach, section, t } from "../lib/dom.js";
import { place } from "../lib/kept.js";
import { showToOwner } from "./owner.js";
import { field } from "./setting_fields.js";

const RELOAD_MS = 1_500;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const id = (key) => `set-${key.replace(/\./g, "-")}`;

/** The page. */
export const show = (main) => showToOwner(main, settings);

async function settings(main) {
  const [{ value, tag }, offered] = await Promise.all([ask("settings"), ask("jobs/offered")]);
  new SettingsPage(
    main,
    value,
    tag,
    offered.value.some((each) => each.job === "restart"),
  );
}

class SettingsPage {
  constructor(main, listed, tag, restarts) {
    this.tag = tag;
    this.restarts = restarts;
    this.kept = place("settings");
    this.rows = new Map(
      Object.entries(listed).map(([key, setting]) => [key, new Row(key, setting, () => this.#count())]),
    );
    const search = el("input", {
      type: "search",
      id: "search",
      autocomplete: "off",
      oninput: () => this.#find(search.value),
    });
    this.nothing = el("p", { role: "status", class: "hint" });
    this.said = el("p", { role: "status", class: "saved" });
    this.wrong = el("p", { role: "alert", class: "reply" });
    this.again = el("div", { class: "again" });
    this.counted = el("span", { class: "counted" });
    this.save = acting(el("button", { type: "button", class: "main" }, t("save")), this.wrong, () => this.#save(true));
    const drop = el("button", { type: "button", class: "quiet", onclick: () => this.#drop() }, t("drop-changes"));
    this.bar = el(
      "div",
      { class: "bar", role: "region", "aria-label": t("changes"), hidden: true },
      this.wrong,
      this.counted,
      drop,
      this.save,
    );
    this.groups = this.#grouped();
    main.append(
      section(
        t("owner-settings"),
        "settings",
        el("label", { for: "search" }, t("search")),
        search,
        this.nothing,
        this.said,
        this.again,
        el("div", { class: "groups" }, this.groups),
      ),
      this.bar,
    );
    addEventListener("beforeunload", (event) => this.#changed().length && event.preventDefault());
    for (const [key, typed] of Object.entries(this.kept.value ?? {})) this.rows.get(key)?.retype(typed);
    this.#count();
  }

  #grouped() {
    const rows = [...this.rows.values()],
      named = Map.groupBy ? Map.groupBy(rows, (row) => row.setting.group) : grouped(rows);
    const first = rows.filter((row) => row.setting.level === "first");
    const top = el(
      "div",
      { class: "first" },
      el("h3", {}, t("most-used")),
      first.map((row) => row.node),
    );
    return [top, ...[...named].map(([title, all]) => group(title, all)).filter(Boolean)];
  }

  #changed() {
    return [...this.rows.values()].filter((row) => row.isChanged);
  }

  #count() {
    const changed = this.#changed(),
      count = changed.length;
    if (count) this.kept.keep(Object.fromEntries(changed.map((row) => [row.key, row.typed])));
    else this.kept.drop();
    this.bar.hidden = !count;
    this.counted.textContent = t("some-changes", { count });
  }

  #drop() {
    for (const row of this.rows.values()) row.show(row.setting);
    this.wrong.textContent = "";
    this.#count();
  }

  /** Show what has these words in it, wherever it stands; without words all. */
  #find(typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of this.rows.values()) found += row.find(words);
    for (const each of this.groups) {
      for (const details of [each, ...each.querySelectorAll("details")]) {
        details.hidden = !details.querySelector(".setting:not([hidden])");
        if (words.length) details.open = true;
      }
    }
    if (!words.length) for (const details of document.querySelectorAll(".groups details")) details.open = false;
    this.nothing.textContent = words.length ? t("some-found", { count: found }) : "";
  }

  async #save(again) {
    const changed = this.#changed();
    this.wrong.textContent = this.said.textContent = "";
    for (const row of this.rows.values()) row.refuse("");
    try {
      const sent = Object.fromEntries(changed.map((row) => [row.key, row.wanted]));
      const { value, tag } = await send("PUT", "settings", sent, { "If-Match": this.tag });
      this.tag = tag;
      for (const [key, setting] of Object.entries(value)) this.rows.get(key)?.show(setting);
      this.#saved(changed);
    } catch (error) {
      if (error.status === 412) return this.#overtaken(changed, error, again);
      const fields = Object.entries(error.fields ?? {});
      for (const [key, why] of fields) this.rows.get(key)?.refuse(why);
      this.wrong.textContent = fields.length ? t("look-there") : error.message;
      if (fields.length) this.rows.get(fields[0][0])?.focus();
    }
  }

  /** Others have changed something: if it is not what is changed here nobody need be asked, else it is shown beside. */
  async #overtaken(changed, error, again) {
    const { value, tag } = await ask("settings");
    this.tag = tag;
    const clashing = changed.filter((row) => !same(value[row.key].value, row.setting.value));
    for (const row of this.rows.values()) row.rebase(value[row.key]);
    if (!clashing.length && again) return this.#save(false);
    for (const row of clashing) row.refuse(t("changed-elsewhere", { value: row.worded(value[row.key].value) }));
    this.wrong.textContent = error.message;
    return null;
  }

  #saved(changed) {
    this.#count();
    const later = changed.filter((row) => row.setting.restart).map((row) => row.setting.title);
    this.said.textContent = later.length ? t("saved-later", { settings: later.join(", ") }) : t("saved");
    if (!later.length || !this.restarts) return;
    const said = el("p", { class: "reply", role: "alert" });
    const button = acting(el("button", { type: "button", class: "quiet" }, t("restart-now")), said, async () => {
      await send("POST", "jobs", { job: "restart" });
      this.said.textContent = t("restarting");
      await isBack();
      this.said.textContent = t("restarted");
      this.again.replaceChildren();
    });
    this.again.replaceChildren(button, said);
  }
}

const isEmpty = (value) => typeof value === "object" && !Object.keys(value).length;

/** Once the server has been gone and is there again. */
export async function isBack() {
  const begun = await uptime().catch(() => Infinity);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    const now = await uptime().catch(() => null);
    if (now !== null && now < begun) return;
  }
}

async function uptime() {
  return (await (await reach("/health")).json()).uptime_s;
}

function grouped(rows) {
  const found = new Map();
  for (const row of rows) found.set(row.setting.group, [...(found.get(row.setting.group) ?? []), row]);
  return found;
}

function group(title, rows) {
  const of = (level) => rows.filter((row) => row.setting.level === level).map((row) => row.node);
  const [usual, expert] = [of("usual"), of("expert")];
  if (!usual.length && !expert.length) return null;
  const inner =
    usual.length && expert.length ? el("details", { class: "expert" }, el("summary", {}, t("expert")), expert) : expert;
  return el("details", { class: "group" }, el("summary", {}, title), usual, inner);
}

/** One setting: what it is, its input, its default, and what the server says of what was typed. */
class Row {
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
    this.back = el(
      "button",
      {
        type: "button",
        class: "quiet back",
        onclick: () => {
          this.field.set(this.setting.default);
          this.reset = true;
          this.#mark();
          onchange();
        },
      },
      t("reset"),
      el("span", { class: "unseen" }, ` ${setting.title}`),
    );
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
