// A past game is erased only after a question; the safe answer is the first and the big one.

import { open } from "../lib/dialog.js";
import { button, el, t } from "../lib/dom.js";
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
        button(t("keep-game"), () => sheet.close(), { class: "main" }),
        button(
          t("erase-game"),
          async () => {
            try {
              await remove(`games/${game}`);
              sheet.close();
              done();
            } catch (error) {
              sheet.querySelector(".reply").textContent = error.message || t("not-sent");
            }
          },
          { class: "quiet leaves" },
        ),
      ),
    ]);
  };
  return button(t("erase-game"), ask, { class: "quiet", "aria-label": `${t("erase-game")}: ${standing}` });
}
