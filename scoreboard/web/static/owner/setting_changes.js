// What was changed of the settings, until it is saved: only that is sent, and never over what was changed elsewhere
// meanwhile; what is refused stays as it was typed, with the reason beside it.

import { acting, ask, send } from "../lib/ask.js";
import { button, el, t } from "../lib/dom.js";
import { place } from "../lib/kept.js";
import { same } from "./setting_row.js";

/** Counts, keeps, drops and saves the changes of the rows; its node is the bar below them. */
export class SettingChanges {
  #rows;
  #tag;
  #onSaved;

  /** ``rows`` by key, ``tag`` of the settings that they show; ``onSaved`` is called with the rows that were saved, and
   * with null as they are sent. */
  constructor(rows, tag, onSaved) {
    [this.#rows, this.#tag, this.#onSaved] = [rows, tag, onSaved];
    this.kept = place("settings");
    this.wrong = el("p", { role: "alert", class: "reply" });
    this.counted = el("span", { class: "counted" });
    const save = acting(t("save"), "main", this.wrong, () => this.#save(true));
    this.node = el(
      "div",
      { class: "bar", role: "region", "aria-label": t("changes"), hidden: true },
      this.wrong,
      this.counted,
      button(t("drop-changes"), () => this.#drop(), { class: "quiet" }),
      save,
    );
    addEventListener("beforeunload", (event) => this.#changed.length && event.preventDefault());
    for (const [key, typed] of Object.entries(this.kept.value ?? {})) rows.get(key)?.retype(typed);
    this.count();
  }

  get #changed() {
    return [...this.#rows.values()].filter((row) => row.isChanged);
  }

  /** Something was changed, or is as it was. */
  count() {
    const changed = this.#changed,
      count = changed.length;
    if (count) this.kept.keep(Object.fromEntries(changed.map((row) => [row.key, row.typed])));
    else this.kept.drop();
    this.node.hidden = !count;
    this.counted.textContent = t("some-changes", { count });
  }

  #drop() {
    for (const row of this.#rows.values()) row.show(row.setting);
    this.wrong.textContent = "";
    this.count();
  }

  async #save(again) {
    const changed = this.#changed;
    this.wrong.textContent = "";
    this.#onSaved(null);
    for (const row of this.#rows.values()) row.refuse("");
    try {
      const sent = Object.fromEntries(changed.map((row) => [row.key, row.wanted]));
      const { value, tag } = await send("PUT", "settings", sent, { "If-Match": this.#tag });
      this.#tag = tag;
      for (const [key, setting] of Object.entries(value)) this.#rows.get(key)?.show(setting);
      this.count();
      this.#onSaved(changed);
    } catch (error) {
      if (error.status === 412) return this.#overtaken(changed, error, again);
      const fields = Object.entries(error.fields ?? {});
      for (const [key, why] of fields) this.#rows.get(key)?.refuse(why);
      this.wrong.textContent = fields.length ? t("look-there") : error.message;
      if (fields.length) this.#rows.get(fields[0][0])?.focus();
    }
  }

  /** Others have changed something: if it is not what is changed here nobody need be asked, else it is shown beside. */
  async #overtaken(changed, error, again) {
    const { value, tag } = await ask("settings");
    this.#tag = tag;
    const clashing = changed.filter((row) => !same(value[row.key].value, row.setting.value));
    for (const row of this.#rows.values()) row.rebase(value[row.key]);
    if (!clashing.length && again) return this.#save(false);
    for (const row of clashing) row.refuse(t("changed-elsewhere", { value: row.worded(value[row.key].value) }));
    this.wrong.textContent = error.message;
    return null;
  }
}
