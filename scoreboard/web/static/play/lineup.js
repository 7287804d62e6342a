// A line-up: helmets that are dragged, or moved by buttons; a tap puts on another one. The top one bats first.

import { button, el, painted, t } from "../lib/dom.js";

const HELMETS = ["+", "", "-"];
const WORDS = { "+": "helmet-plus", "": "helmet-plain", "-": "helmet-minus" };

const worded = (helmet) => t(WORDS[helmet]);

/** The helmets of a side in order; ``onChange`` is called with the helmets in their new order. */
export class Lineup {
  #helmets;
  #onChange;

  constructor({ title, color, helmets, onChange }) {
    this.#helmets = [...helmets];
    this.#onChange = onChange;
    this.said = el("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.list = el("ol", { class: "helmets" });
    this.node = el(
      "div",
      { class: "line-up", role: "group", "aria-label": title, "data-color": color.toLowerCase() },
      el("h3", {}, title),
      this.list,
      this.said,
    );
    this.#draw();
  }

  #draw() {
    this.list.replaceChildren(...this.#helmets.map((helmet, index) => this.#item(helmet, index)));
  }

  #item(helmet, index) {
    const number = index + 1,
      last = this.#helmets.length - 1;
    const move = (by, words, sign) =>
      button(sign, () => this.#move(index, index + by, by), {
        class: "quiet move",
        "aria-label": words,
        disabled: index + by < 0 || index + by > last,
      });
    const item = el(
      "li",
      {},
      el("span", { class: "grip", "aria-hidden": "true", onpointerdown: (event) => this.#grab(event, item) }, "⠿"),
      el("span", { class: "nth", "aria-hidden": "true" }, number),
      button(painted(helmet) || "\u00a0", () => this.#change(index), {
        class: "cap helmet-button",
        "aria-label": t("helmet-nth", { number, helmet: worded(helmet) }),
      }),
      move(-1, t("earlier", { number }), "▲"),
      move(1, t("later", { number }), "▼"),
    );
    return item;
  }

  #change(index) {
    this.#helmets[index] = HELMETS[(HELMETS.indexOf(this.#helmets[index]) + 1) % HELMETS.length];
    this.#draw();
    this.list.children[index].querySelector(".helmet-button").focus();
    this.#onChange([...this.#helmets]);
  }

  #move(from, to, by) {
    const [helmet] = this.#helmets.splice(from, 1);
    this.#helmets.splice(to, 0, helmet);
    this.#draw();
    const buttons = [...this.list.children[to].querySelectorAll(".move")];
    (by > 0 ? buttons.reverse() : buttons).find((button) => !button.disabled)?.focus();
    this.#moved(helmet, to);
  }

  #moved(helmet, to) {
    this.said.textContent = t("bats-nth", { helmet: worded(helmet), number: to + 1 });
    this.#onChange([...this.#helmets]);
  }

  /** Drag a helmet: it takes the place that the finger is over. */
  #grab(event, item) {
    event.preventDefault();
    const { pointerId, currentTarget: grip } = event,
      from = this.#index(item);
    grip.setPointerCapture(pointerId);
    item.classList.add("dragged");
    const follow = ({ clientY }) => {
      const others = [...this.list.children].filter((other) => other !== item);
      const before = others.find((other) => clientY < other.getBoundingClientRect().top + other.offsetHeight / 2);
      if (item.nextElementSibling !== (before ?? null)) {
        this.list.insertBefore(item, before ?? null);
        grip.setPointerCapture(pointerId); // which a node that is moved loses
      }
    };
    const drop = () => {
      removeEventListener("pointermove", follow);
      const to = this.#index(item),
        [helmet] = this.#helmets.splice(from, 1);
      this.#helmets.splice(to, 0, helmet);
      this.#draw();
      if (to !== from) this.#moved(helmet, to);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop, { once: true });
    addEventListener("pointercancel", drop, { once: true });
  }

  #index(item) {
    return [...this.list.children].indexOf(item);
  }
}
