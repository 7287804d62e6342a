// What stands around every view: the line that says that nothing is heard from the server, and the address for guests.

import { el, t } from "./dom.js";

/** The line that says that nothing is heard from the server. */
export const banner = el("p", { class: "not-live", role: "status", hidden: true });

/** Show or hide it; ``words()`` are made when it comes, and stay. */
export function showLost(isLost, words) {
  banner.hidden = !isLost;
  document.body.classList.toggle("stale", isLost);
  if (!isLost) banner.textContent = "";
  else if (!banner.textContent) banner.textContent = words();
}

/** The address, for guests. */
export const scan = (words = t("scan")) =>
  el(
    "figure",
    { class: "scan" },
    el("img", { src: "/api/qr.svg", alt: t("scan-alt"), width: 160, height: 160 }),
    el("figcaption", {}, words),
  );
