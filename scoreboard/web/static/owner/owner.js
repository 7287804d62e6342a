// What frames the owner's views: the way from one to the others. Who may not use them is told how to.

import { el, section, t } from "../lib/dom.js";
import { fetchRole } from "../lib/send.js";

const { view, owners } = document.body.dataset;

/** Show one of them, which ``showPart`` adds, to an owner alone. */
export async function showToOwner(main, showPart) {
  const role = await fetchRole();
  if (role !== "owner") return main.append(notAllowed(role));
  const links = Object.entries(JSON.parse(owners)).map(([name, href]) =>
    el("a", { href, "aria-current": name === view ? "page" : null }, t(`owner-${name}`)),
  );
  main.append(el("nav", { class: "parts", "aria-label": t("owner-parts") }, links));
  await showPart(main);
}

function notAllowed(role) {
  return section(
    t("owner-settings"),
    "not-owner",
    el("p", {}, role ? t("owners-only") : t("owner-unpaired")),
    el("a", { class: "main join", href: "/pair" }, t("owner-pair")),
  );
}
