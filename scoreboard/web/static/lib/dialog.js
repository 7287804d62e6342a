// Dialogs: what would happen is said before it is done.

import { button, el, refocus, t } from "./dom.js";
import { dry, post } from "./send.js";

const SHORT = 3;
const AGAIN_MS = 1_500;

const sheets = () => [...document.querySelectorAll("dialog.sheet[open]")];
let depth = history.state?.sheets ?? 0; // of the entry at which the browser's history stands

/** A sheet has an entry in the history, so that Back closes it. One that is closed otherwise leaves its entry behind,
 * for going back could overtake the way to another page: the next sheet takes it over, or Back passes it by. */
function enter() {
  const opened = sheets().length;
  if (depth < opened) history.pushState({ sheets: (depth = opened) }, "");
}

addEventListener("popstate", ({ state }) => {
  const before = depth;
  depth = state?.sheets ?? 0;
  const closing = sheets().slice(depth).reverse();
  for (const dialog of closing) dialog.close();
  if (depth < before && !closing.length) history.back();
});

/** Put this address in the place of the one that is shown. */
export const readdress = (address) => history.replaceState(history.state, "", address);

/** Open a modal dialog with these children; it is removed when it closes. Whatever is changed in it drops what was
 * shown of it: nothing is done but what was shown. */
export function open(title, children, { kind = "" } = {}) {
  const id = `sheet-title-${sheets().length}`; // a sheet may open another one
  const opener = document.activeElement,
    around = opener.closest("section") ?? document.body;
  const close = () => {
    dialog.remove();
    if (!opener.isConnected) refocus(opener, around); // drawn anew meanwhile; else the browser itself puts it back
  };
  const dialog = el(
    "dialog",
    {
      class: `sheet ${kind}`,
      "aria-labelledby": id,
      onclose: close,
      oninput: () => dialog.querySelectorAll(".preview").forEach(drop),
      onclick: (event) => event.target === dialog && dialog.close(),
    },
    el(
      "div",
      { class: "sheet-inside" },
      el(
        "header",
        {},
        el("h2", { id }, title),
        button("×", () => dialog.close(), { class: "quiet close", "aria-label": t("close") }),
      ),
      el("p", { class: "not-live" }, t("no-contact")),
      children,
      el("p", { class: "reply", role: "alert" }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  enter();
  return dialog;
}

/** Forget what was shown of a line, and what is on its way. */
function drop(node) {
  node.asked = null;
  node.replaceChildren();
}

/** What a line would do: said, with what no longer counts, and a button that does it: ``act(line, at, again)`` with
 * that very line, only where play is still ``at`` the moment that is shown; where it went on, ``again()`` shows it
 * anew. ``at``: what the line was made for, and ``onOvertaken`` is called where play has gone on since. */
export function preview(node, line, act, { at = null, onOvertaken = null, notice = "" } = {}) {
  if (!node.querySelector(".unheard")) node.replaceChildren(el("p", { class: "hint" }, t("asking")));
  const asked = (node.asked = Symbol("asked"));
  const again = onOvertaken ?? (() => preview(node, line, act, { notice: t("look-again") }));
  const askAgain = () =>
    node.asked === asked && node.isConnected && preview(node, line, act, { at, onOvertaken, notice });
  dry(line, at ? { expect: at } : {}).then((would) => {
    if (node.asked !== asked) return;
    if (would.overtaken) return again();
    if (would.unheard) setTimeout(askAgain, AGAIN_MS);
    if (would.unheard && node.querySelector(".unheard")) return null; // a live region says it once
    node.replaceChildren(...wouldBe(would, () => act(line, would.expect, again)));
    if (notice) node.prepend(el("p", { class: "went-on" }, notice));
    node.scrollIntoView({ block: "nearest" }); // in a long sheet it lies below the fold
  });
}

/** Send what was shown, and tell whether it was taken; the reason why not is said on the sheet. */
export async function sendShown(line, at, again) {
  const reply = document.querySelector("dialog[open] .reply");
  if (reply) reply.textContent = "";
  try {
    await post("lines", line, { query: { expect: at }, onWait: () => reply && (reply.textContent = t("waiting")) });
    return true;
  } catch (error) {
    if (error.status === 412) again();
    else if (reply) reply.textContent = error.message || t("not-sent");
    return false;
  }
}

function wouldBe(would, act) {
  if (would.unheard) return [el("p", { class: "refused unheard" }, would.refused)];
  if (would.refused) return [el("p", { class: "refused" }, would.refused)];
  if (would.changes === false) return [el("p", { class: "would" }, would.told)];
  const button = el(
    "button",
    {
      type: "button",
      class: "main confirm",
      onclick: async () => {
        button.disabled = true; // until it is answered
        await act();
        button.disabled = false;
      },
    },
    t("do-it"),
  );
  return [
    el("p", { class: "would" }, would.told || would.said),
    effects(would.effects ?? []),
    gone(would.gone ?? []),
    button,
  ].filter(Boolean);
}

/** What is otherwise then, in the words of the game. */
const effects = (said) =>
  said.length > 0 &&
  el(
    "ul",
    { class: "effects" },
    said.map((each) => el("li", {}, each)),
  );

/** The plays that no longer count: how many, and each with the reason for who wants to know. */
function gone(plays) {
  return (
    plays.length > 0 &&
    el(
      "details",
      { class: "unfit", open: plays.length <= SHORT },
      el("summary", {}, t("unfit", { count: plays.length })),
      el(
        "ul",
        {},
        plays.map(({ said, why }) => el("li", {}, el("s", {}, said), " ", el("small", {}, why))),
      ),
    )
  );
}
