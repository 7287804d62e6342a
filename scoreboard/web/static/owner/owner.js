// The owner's pages: settings, phones, and the care of the box. Who may not is told how to.

import { el, section, t } from "../lib/dom.js";
import { fetchRole } from "../lib/send.js";

const PARTS = { settings: "/settings", phones: "/settings/phones", care: "/settings/care" };
const MODULES = {
  settings: async (main) => (await import("./settings.js")).settings(main),
  phones: async (main) => (await import("../phones/phone_list.js")).phones(main),
  care: async (main) => (await import("./care.js")).care(main),
};

/** One of them. */
export async function owner(main, view) {
  const role = await fetchRole();
  if (role !== "owner") return main.append(notAllowed(role));
  main.append(el("nav", { class: "parts", "aria-label": t("owner-parts") }, Object.entries(PARTS).map(([name, href]) =>
    el("a", { href, "aria-current": name === view ? "page" : null }, t(`owner-${name}`)))));
  await MODULES[view](main);
}

function notAllowed(role) {
  return section(t("owner-settings"), "not-owner", el("p", {}, role ? t("owners-only") : t("owner-unpaired")),
    el("a", { class: "main join", href: "/pair" }, t("owner-pair")));
}
