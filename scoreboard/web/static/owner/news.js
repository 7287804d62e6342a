// What an update has brought, and which version is on offer.

import { ask } from "../lib/ask.js";
import { el, t } from "../lib/dom.js";

/** A place that fills itself once the box has looked; where it cannot, nothing is said. */
export function news() {
  const place = el("div", { class: "news" });
  ask("news").then(
    ({ value }) => place.replaceChildren(...told(value)),
    () => {},
  );
  return place;
}

function told({ version, before, parts, offered, update }) {
  const title = before ? t("news-since", { version, before }) : t("news-in", { version });
  const last = update && el("p", { class: "wrong", role: "status" }, update);
  const offer = offered && el("p", { class: "saved" }, t("news-offered", { version: offered }));
  const list = parts.map((part) => [
    parts.length > 1 && el("h3", {}, t("version", { version: part.version })),
    el(
      "ul",
      {},
      part.points.map((point) => el("li", {}, point)),
    ),
  ]);
  return [
    last,
    offer,
    parts.length
      ? el("details", { open: Boolean(before) && !offered }, el("summary", {}, title), el("div", {}, list))
      : before && el("p", { class: "hint" }, t("news-none", { version, before })),
  ].filter(Boolean);
}
