// Dialogs: what would happen is said before it is done.

import { el, t } from "./dom.js";
import { dry } from "./send.js";

const SHORT = 3;

/** Open a modal dialog with these children; it is removed when it closes. */
export function open(title, children, { kind = "" } = {}) {
  const dialog = el("dialog", { class: `sheet ${kind}`, "aria-labelledby": "sheet-title", onclose: () => dialog.remove(),
    onclick: (event) => event.target === dialog && dialog.close() },
  el("div", { class: "sheet-inside" }, el("header", {}, el("h2", { id: "sheet-title" }, title),
    el("button", { type: "button", class: "quiet close", "aria-label": t("close"), onclick: () => dialog.close() }, "×")),
  children, el("p", { class: "reply", role: "alert" })));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** What a line would do: said, with what no longer fits, and a button that does it; ``place`` as `dry` has it. */
export function preview(node, line, act, place = {}) {
  node.replaceChildren(el("p", { class: "hint" }, t("asking")));
  const asked = (node.asked = Symbol("asked"));
  dry(line, place).then((would) => {
    if (node.asked !== asked) return;
    node.replaceChildren(...wouldBe(would, act));
    node.scrollIntoView({ block: "nearest" }); // in a long sheet it lies below the fold
  });
}

function wouldBe(would, act) {
  if (would.refused) return [el("p", { class: "refused" }, would.refused)];
  const button = el("button", { type: "button", class: "main confirm", onclick: act }, t("do-it"));
  return [el("p", { class: "would" }, would.told || would.said), ...unfit(would.unfit ?? []), button];
}

/** What no longer fits: how much, and line by line for who wants to know. */
function unfit(lines) {
  if (!lines.length) return [];
  return [el("details", { class: "unfit", open: lines.length <= SHORT }, el("summary", {}, t("unfit", { count: lines.length })),
    el("ul", {}, lines.map((each) => el("li", {}, t("unfit-line", { line: each.line, why: each.why })))))];
}

/** A keypad of values; the one that was read is marked. */
export function keypad(values, { color = null, was = null, label, onpick }) {
  return el("div", { class: "keypad", role: "group", "aria-label": label, "data-color": color },
    values.map(([value, words]) => el("button", { type: "button", class: value === was ? "was" : null,
      "aria-pressed": value === was ? "true" : null, onclick: (event) => {
        for (const key of event.currentTarget.parentNode.children) key.classList.toggle("picked", key === event.currentTarget);
        onpick(value);
      } }, words)));
}

export const upto = (most) => [...Array(most).keys()].map((index) => [index + 1, String(index + 1)]);
export const faces = () => [["hit", t("hit")], ["out", t("out")]];
