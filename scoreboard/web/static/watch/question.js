// The question about a die that was not read for sure: its picture, and its likely values as big buttons.

import { button, colorWord, el, renew, t } from "../lib/dom.js";

/** Shows the question that is open; who may score answers it. */
export class Question {
  #key = "";

  constructor({ answer }) {
    this.answer = answer;
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

  #asked(state, mayAnswer) {
    const { asked, number } = state;
    const words = (value) => (typeof value === "number" ? String(value) : t(value));
    const picture =
      asked.picture &&
      el("img", {
        src: `${asked.picture}?${number}-${asked.id}`,
        alt: t("question-picture"),
        onerror: (event) => event.target.remove(),
      });
    const title = el("h2", { id: "question-title" }, asks(asked));
    if (!mayAnswer) return [title, picture, el("p", {}, t("question-waits"))].filter(Boolean);
    const choices = asked.choices.map((value) =>
      button(words(value), () => this.answer(value, state), {
        class: value === asked.offered ? "choice offered" : "choice",
      }),
    );
    return [
      title,
      picture,
      el("div", { class: "choices", "data-color": asked.what.toLowerCase() }, choices),
      el("p", { class: "hint" }, t("question-hint")),
    ].filter(Boolean);
  }
}

/** The question in words. */
export const asks = (asked) => t("question", { thing: thing(asked.what) });

function thing(what) {
  if (what === "chip" || what === "dice") return t(`thing-${what}`);
  return t("thing-die", { color: colorWord(what) });
}
