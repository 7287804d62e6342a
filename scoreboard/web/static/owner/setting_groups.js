// The settings in their groups, most used first, and the search among them.

import { el, t } from "../lib/dom.js";

/** Shows the rows, and finds those that have some words in them. */
export class SettingGroups {
  #rows;
  #groups;

  constructor(rows) {
    this.#rows = rows;
    this.#groups = grouped(rows);
    const search = el("input", {
      type: "search",
      id: "search",
      autocomplete: "off",
      oninput: () => this.#find(search.value),
    });
    this.search = [el("label", { for: "search" }, t("search")), search];
    this.nothing = el("p", { role: "status", class: "hint" });
    this.node = el("div", { class: "groups" }, this.#groups);
  }

  /** Show what has these words in it, wherever it stands; without words all. */
  #find(typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of this.#rows) found += row.find(words);
    for (const each of this.#groups) {
      for (const details of [each, ...each.querySelectorAll("details")]) {
        details.hidden = !details.querySelector(".setting:not([hidden])");
        if (words.length) details.open = true;
      }
    }
    if (!words.length) for (const details of this.node.querySelectorAll("details")) details.open = false;
    this.nothing.textContent = words.length ? t("some-found", { count: found }) : "";
  }
}

function grouped(rows) {
  const first = rows.filter(({ setting }) => setting.level === "first").map(({ node }) => node);
  const titles = [...new Set(rows.map(({ setting }) => setting.group))];
  const groups = titles.map((title) =>
    group(
      title,
      rows.filter(({ setting }) => setting.group === title),
    ),
  );
  return [el("div", { class: "first" }, el("h3", {}, t("most-used")), first), ...groups.filter(Boolean)];
}

function group(title, rows) {
  const of = (level) => rows.filter((row) => row.setting.level === level).map((row) => row.node);
  const [usual, expert] = [of("usual"), of("expert")];
  if (!usual.length && !expert.length) return null;
  const inner =
    usual.length && expert.length ? el("details", { class: "expert" }, el("summary", {}, t("expert")), expert) : expert;
  return el("details", { class: "group" }, el("summary", {}, title), usual, inner);
}
