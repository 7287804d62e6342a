// The bar below a replay: a slider, steps, and playing by itself.

import { button, el, t } from "../lib/dom.js";

const STEP_MS = 1_200;

/** Goes through ``count`` moments; ``onGo(index)`` is called with the one that is shown now. */
export class ReplayBar {
  #timer = null;
  #onGo;

  constructor(count, onGo) {
    this.#onGo = onGo;
    this.last = count - 1;
    this.slider = el("input", {
      type: "range",
      id: "moment",
      min: 0,
      max: this.last,
      step: 1,
      oninput: () => this.#moved(Number(this.slider.value)),
    });
    this.play = button(t("play"), () => this.#toggle(), { class: "main" });
    const step = (by, words, sign) =>
      button(sign, () => this.#moved(this.index + by), { class: "quiet", "aria-label": words });
    this.nodes = [
      el("label", { for: "moment", class: "unseen" }, t("moment")),
      step(-1, t("back"), "‹"),
      this.play,
      step(1, t("forth"), "›"),
      this.slider,
    ];
  }

  go(index) {
    this.index = Math.max(0, Math.min(index, this.last));
    this.slider.value = this.index;
    this.#onGo(this.index);
  }

  /** The moment in words, for who does not see it. */
  tell(words) {
    this.slider.setAttribute("aria-valuetext", words);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.play.textContent = t("play");
  }

  #moved(index) {
    this.pause();
    this.go(index);
  }

  #toggle() {
    if (this.#timer) return this.pause();
    if (this.index === this.last) this.go(0);
    this.play.textContent = t("pause");
    this.#timer = setInterval(() => {
      this.go(this.index + 1);
      if (this.index === this.last) this.pause();
    }, STEP_MS);
  }
}
