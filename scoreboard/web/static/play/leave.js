// A game in play is left only after a question; the safe answer is the first and the big one.

import { open } from "../lib/dialog.js";
import { button, el, t } from "../lib/dom.js";

/** Ask; ``score`` says how the game in play stands, ``goes`` is on the button that leaves it and calls ``act``. */
export function askToLeave(score, goes, act) {
  const sheet = open(t("in-play"), [
    el("p", {}, t("in-play-now", { score })),
    el(
      "div",
      { class: "buttons" },
      button(t("keep-it"), () => sheet.close(), { class: "main" }),
      button(
        goes,
        () => {
          sheet.close();
          act();
        },
        { class: "quiet leaves" },
      ),
    ),
  ]);
}
