// A past game is erased only after a question; the safe answer is the first and the big one.

import { open } from "../lib/dialog.js";
import { el, t } from "../lib/dom.js";
import { remove } from "../lib/send.js";

/** The button that asks; ``standing`` says which game it is, ``done`` is called once it is erased. */
export function eraser(game, standing, done) {
  const ask = () => {
    const sheet = open(t("erase-game"), [
      el("p", {}, standing),
      el("p", {}, t("erase-game-why")),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "main", onclick: () => sheet.close() }, t("keep-game")),
        el(
          "button",
          {
            type: "button",
            class: "quiet leaves",
            onclick: async () => {
              try {
                await remove(`games/${game}`);
                sheet.close();
                done();
              } catch (error) {
                sheet.querySelector(".reply").textContent = error.message || t("not-sent");
              }
            },
          },
          t("erase-game"),
        ),
      ),
    ]);
  };
  return el(
    "button",
    { type: "button", class: "quiet", "aria-label": `${t("erase-game")}: ${standing}`, onclick: ask },
    t("erase-game"),
  );
}
