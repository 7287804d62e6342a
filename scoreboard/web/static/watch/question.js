// The question about a die that was not read for sure, with its picture. Who scores answers it in the dock.

import { colorWord, el, renew, t } from "../lib/dom.js";

/** Shows the question that is open. */
export class Question {
  #key = "";

  constructor() {
    this.node = el("section", {
      class: "question",
      role: "alertdialog",
      "aria-labelledby": "question-title",
      hidden: true,
    });
  }

  show(state, mayAnswer) {
    const asked = state.asked;
    const key = asked ? JSON.stringify([asked, state.number, mayAnswer]) : "";
    if (key === this.#key) return;
    this.#key = key;
    this.node.hidden = !asked;
    renew(this.node, asked ? this.#asked(state, mayAnswer) : []);
  }

  #asked({ asked, number }, mayAnswer) {
    const picture =
      asked.picture &&
      el("img", {
        src: `${asked.picture}?${number}-${asked.id}`,
        alt: t("question-picture"),
        onerror: (event) => event.target.remove(),
      });
    return [
      el("h2", { id: "question-title" }, asks(asked)),
      picture,
      el("p", mayAnswer ? { class: "hint" } : {}, mayAnswer ? t("question-hint") : t("question-waits")),
    ].filter(Boolean);
  }
}

/** The question in words. */
export const asks = (asked) => t("question", { thing: thing(asked.what) });

function thing(what) {
  if (what === "chip" || what === "dice") return t(`thing-${what}`);
  return t("thing-die", { color: colorWord(what) });
}
