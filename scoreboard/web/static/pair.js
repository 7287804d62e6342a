// Pairing proves presence: who stands at the table reads six digits from the panel.

import { el, section, t } from "./dom.js";
import { post } from "./send.js";

const DIGITS = 6;
const SECOND_MS = 1_000;

/** The form; ``onPaired`` is called with the role that this phone has got. */
export function pairing(onPaired) {
  const said = el("p", { class: "reply", role: "alert" });
  const shown = el("p", { class: "hint", role: "timer", hidden: true });
  const begin = el("button", { type: "button", class: "main", onclick: () => attempt(said, async () => {
    const { seconds } = await post("pair/begin", {}, { tries: 2 });
    form.hidden = false;
    said.textContent = "";
    runDown(shown, begin, seconds);
    form.elements.code.focus();
  }) }, t("show-code"));
  const form = el("form", { class: "pair-form", onsubmit: (event) => {
    event.preventDefault();
    const { code, name } = Object.fromEntries(new FormData(form));
    attempt(said, async () => onPaired(await post("pair", { code: code.replace(/\D/g, ""), name }, { tries: 2 })));
  } },
  el("label", {}, el("span", {}, t("code")), el("input", { name: "code", class: "code", inputmode: "numeric",
    autocomplete: "one-time-code", pattern: "[0-9 ]*", minlength: DIGITS, maxlength: DIGITS + 1, required: true })),
  el("label", {}, el("span", {}, t("phone-name")), el("input", { name: "name", autocomplete: "nickname", maxlength: 40,
    required: true, value: t("my-phone") })),
  el("button", { type: "submit", class: "main" }, t("pair")));
  return section(t("pair-title"), "pair", el("p", {}, t("pair-why")), begin, shown, form, said);
}

/** Say for how long the digits are still shown, and offer them again: they are at the box, and never here. */
function runDown(shown, begin, seconds) {
  const until = performance.now() + seconds * 1000; // a clock on the wall may be set meanwhile, as a TV's is
  begin.textContent = t("show-again");
  shown.hidden = false;
  const tick = () => {
    const left = Math.ceil((until - performance.now()) / 1000);
    shown.textContent = left > 0 ? t("code-shows", { seconds: left }) : t("code-gone");
    if (left <= 0 || !shown.isConnected) clearInterval(shown.timer);
  };
  clearInterval(shown.timer);
  shown.timer = setInterval(tick, SECOND_MS);
  tick();
}

async function attempt(said, act) {
  try {
    await act();
  } catch (error) {
    said.textContent = error.message || t("not-sent");
  }
}
