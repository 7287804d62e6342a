// How a play reads in the list: what was thrown, what was said of it, and whether it still counts.

import { button, el, t } from "../lib/dom.js";

const GONE = new Set(["undone", "unfit", "taken-out"]);

/** The row of a play; ``by``: who said it, ``onPick`` makes it a button, which ``opens`` a dialog or moves on. */
export function playRow(state, { by, onPick, opens }) {
  const { cause } = state,
    color = cause?.color?.toLowerCase();
  const text = [
    el("span", { class: "mark", "data-cause": cause?.type, "data-color": color, "aria-hidden": "true" }, mark(cause)),
    el("span", {}, words(state), by === "box" && el("small", {}, ` ${t("by-box")}`)),
  ];
  const play = onPick
    ? button(text, () => onPick(state), { class: "play", "aria-haspopup": opens })
    : el("p", { class: "play" }, text);
  return el("li", { class: state.stands ?? (state.refused ? "refused" : null) }, play);
}

/** The row in place of plays that were taken back: how many, and it unfolds them. */
export function foldRow(count, isOpen, onToggle) {
  const words = count ? t("undone-plays", { count }) : t("redone-plays");
  return el(
    "li",
    { class: "fold" },
    button([el("span", { class: "mark", "aria-hidden": "true" }, "↶"), el("span", {}, words)], onToggle, {
      class: "play",
      "aria-expanded": String(isOpen),
    }),
  );
}

/** The row of a play that was missed, and added since. */
export const addedRow = (said) =>
  el(
    "li",
    { class: "put-right" },
    el(
      "p",
      { class: "play" },
      el("span", { class: "mark", "aria-hidden": "true" }, "✎"),
      el("span", {}, said, el("small", { class: "stands" }, ` ${t("stands-added")}`)),
    ),
  );

/** What is said of a play: struck out where it no longer counts, and marked where it was put right. */
function words({ told, refused, stands }) {
  if (!stands) return told || refused;
  const note = el("small", { class: "stands" }, ` ${t(`stands-${stands}`, { why: refused })}`);
  return [GONE.has(stands) ? el("s", {}, told) : told, note];
}

/** What was thrown, as it lies there. */
function mark(cause) {
  if (cause?.type === "die") return String(cause.value);
  if (cause?.type === "chip") return cause.face === "hit" ? "◉" : "○";
  if (cause?.type === "roll") return cause.values.join(" ");
  return { press: "■", set: "✎", amend: "✎" }[cause?.type] ?? "›";
}
