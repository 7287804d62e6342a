// Playing with another house: a code brings both together, and what corrects their game takes both.

import { sure } from "../lib/ask.js";
import { api, button, el, named, reach, renew, section, t } from "../lib/dom.js";
import { post, Refusal } from "../lib/send.js";

const LOOK_MS = 2_000;

/** The page; it looks again as long as it is seen. */
export async function show(main) {
  const houses = new Houses();
  main.append(houses.node);
  await houses.look();
  setInterval(() => document.hidden || houses.look(), LOOK_MS);
}

/** How it stands with the other house, and what may be done. */
class Houses {
  #shown = "";

  constructor() {
    this.part = el("div", { class: "house-steps" });
    this.said = el("p", { class: "reply", role: "alert" });
    this.node = section(t("houses"), "houses-part", this.part, this.said);
  }

  async look() {
    const answer = await reach(api("houses")).catch(() => null);
    if (!answer) return;
    if (answer.status === 401) return this.#draw([el("p", {}, t("to-score")), wayTo("/pair", t("score-here"))]);
    if (answer.ok) this.#show(await answer.json());
  }

  #show(told) {
    const now = JSON.stringify(told);
    if (now === this.#shown) return;
    this.#shown = now;
    if (!told.own) return this.#draw([el("p", {}, t("houses-off"))]);
    this.#draw([this.#stage(told), told.stage === "none" ? null : this.#leave(told)].flat());
  }

  #draw(parts) {
    renew(this.part, parts.filter(Boolean));
  }

  async #step(step, more = {}) {
    this.said.textContent = "";
    try {
      this.#show(await post("houses", { step, ...more }, { tries: 1 }));
    } catch (error) {
      this.said.textContent = error instanceof Refusal ? error.message : t("not-sent");
    }
  }

  #stage(told) {
    const does = (words, step, more, kind = "main") => button(words, () => this.#step(step, more), { class: kind });
    const check = () => el("p", {}, t("houses-check"), " ", el("b", { class: "house-code" }, told.check));
    switch (told.stage) {
      case "none":
        return [
          el("p", {}, t("houses-why", { house: told.own })),
          does(t("houses-invite"), "invite"),
          this.#codeForm(),
        ];
      case "inviting":
        return [el("p", {}, t("houses-say")), el("p", { class: "house-code", role: "status" }, spaced(told.code))];
      case "answered":
        return [
          el("p", { role: "status" }, t("houses-answered", { house: told.house })),
          check(),
          does(t("houses-play"), "accept"),
        ];
      case "joining":
        return [el("p", { role: "status" }, t("houses-looking", { code: spaced(told.code) }))];
      case "asking":
        return [el("p", { role: "status" }, t("houses-asking", { house: told.house })), check()];
      case "aside":
        return [el("p", {}, t("houses-aside", { house: told.house })), wayTo("/games", t("games"))];
      default:
        return this.#game(told, does);
    }
  }

  #game(told, does) {
    const { asked } = told;
    return [
      el("p", {}, named(told.own), " – ", named(told.house)),
      told.said && el("p", { role: "status" }, asked ? t("houses-asked", { house: told.house }) : told.said),
      asked && el("p", {}, el("b", {}, asked.said)),
      told.picture === "here" && picture(),
      told.no_picture && el("p", { class: "hint" }, told.no_picture),
      asked &&
        el(
          "div",
          { class: "buttons" },
          does(t("houses-agree"), "agree", { number: asked.number }),
          does(t("houses-disagree"), "disagree", { number: asked.number }, "quiet"),
        ),
      told.asks && does(t("houses-withdraw"), "withdraw", {}, "quiet"),
      told.stage === "stopped" && told.common && does(t("houses-common", { number: told.common }), "common"),
      wayTo("/", t("to-game")),
    ];
  }

  #codeForm() {
    const typed = el(
      "form",
      {
        class: "pair-form",
        onsubmit: (event) => {
          event.preventDefault();
          this.#step("join", { code: typed.elements.code.value });
        },
      },
      el(
        "label",
        {},
        el("span", {}, t("houses-code")),
        el("input", {
          name: "code",
          class: "code",
          autocomplete: "off",
          autocapitalize: "characters",
          maxlength: 12,
          required: true,
        }),
      ),
      el("button", { type: "submit", class: "quiet" }, t("houses-join")),
    );
    return typed;
  }

  #leave({ stage }) {
    const leave = () => this.#step("leave"),
      look = { class: "quiet leaves" };
    if (!["playing", "stopped", "aside"].includes(stage)) return button(t("houses-cancel"), leave, look);
    const words = t("houses-leave");
    return button(words, () => sure(words, t("houses-leave-why"), words, leave), look);
  }
}

const wayTo = (href, words) => el("a", { class: "quiet", href }, words);
const spaced = (code) => `${code.slice(0, 4)} ${code.slice(4)}`;

let drawn = 0;

/** The throw that both houses are asked about; each time under an address of its own, for it may be another one. */
function picture() {
  drawn += 1;
  return el("img", { class: "house-picture", src: api("houses/picture", { drawn }), alt: t("houses-picture") });
}
