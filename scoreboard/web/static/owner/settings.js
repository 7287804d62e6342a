// The settings: every one that the server knows. What the page says once some are saved, and how they come to hold.

import { acting, ask, send } from "../lib/ask.js";
import { el, section, t } from "../lib/dom.js";
import { showToOwner } from "./owner.js";
import { isBack } from "./restart.js";
import { SettingChanges } from "./setting_changes.js";
import { SettingGroups } from "./setting_groups.js";
import { SettingRow } from "./setting_row.js";

/** The page. */
export const show = (main) => showToOwner(main, settings);

async function settings(main) {
  const [{ value: listed, tag }, offered] = await Promise.all([ask("settings"), ask("jobs/offered")]);
  const rows = new Map(
    Object.entries(listed).map(([key, setting]) => [key, new SettingRow(key, setting, () => changes.count())]),
  );
  const saved = new Saved(offered.value.some((each) => each.job === "restart"));
  const changes = new SettingChanges(rows, tag, (changed) => saved.show(changed));
  const groups = new SettingGroups([...rows.values()]);
  main.append(
    section(t("owner-settings"), "settings", groups.search, groups.nothing, saved.said, saved.again, groups.node),
    changes.node,
  );
}

/** Says that settings were saved, and begins the server again where some hold only then. */
class Saved {
  constructor(mayRestart) {
    this.mayRestart = mayRestart;
    this.said = el("p", { role: "status", class: "saved" });
    this.again = el("div", { class: "again" });
  }

  /** ``rows`` were saved; null while nothing is yet. */
  show(rows) {
    this.said.textContent = "";
    if (!rows) return;
    const later = rows.filter((row) => row.setting.restart).map((row) => row.setting.title);
    this.said.textContent = later.length ? t("saved-later", { settings: later.join(", ") }) : t("saved");
    if (later.length && this.mayRestart) this.#offerRestart();
  }

  #offerRestart() {
    const said = el("p", { class: "reply", role: "alert" });
    const restart = acting(t("restart-now"), "quiet", said, async () => {
      await send("POST", "jobs", { job: "restart" });
      this.said.textContent = t("restarting");
      await isBack();
      this.said.textContent = t("restarted");
      this.again.replaceChildren();
    });
    this.again.replaceChildren(restart, said);
  }
}
