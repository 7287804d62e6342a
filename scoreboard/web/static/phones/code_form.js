// Pairing proves presence: who stands at the table reads six digits from the panel, and types them here.

import { button, el, t } from "../lib/dom.js";
import { keepTyped } from "../lib/kept.js";
import { post } from "../lib/send.js";

const DIGITS = 6;
const SECOND_MS = 1_000;

/** What has the digits shown and takes them; ``onPaired`` is called with the phone as the stadium has put it down. */
export function codeForm(name, onPaired) {
  const said = el("p", { class: "reply", role: "alert" });
  const shown = el("p", { class: "hint", role: "timer", hidden: true });
  const showCode = async () => {
    const { seconds } = await post("pair/begin", {}, { tries: 2 });
    typed.hidden = false;
    said.textContent = "";
    runDown(shown, begin, seconds);
    typed.elements.code.focus();
  };
  const begin = button(t("show-code"), () => attempt(said, showCode), { class: "main" });
  const typed = el(
    "form",
    {
      class: "pair-form",
      onsubmit: (event) => {
        event.preventDefault();
        const { code, name: called } = Object.fromEntries(new FormData(typed));
        attempt(said, async () =>
          onPaired(await post("pair", { code: code.replace(/\D/g, ""), name: called }, { tries: 2 })),
        );
      },
    },
    el(
      "label",
      {},
      el("span", {}, t("code")),
      el("input", {
        name: "code",
        class: "code",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        pattern: "[0-9 ]*",
        minlength: DIGITS,
        maxlength: DIGITS + 1,
        required: true,
      }),
    ),
    el(
      "label",
      {},
      el("span", {}, t("phone-name")),
      el("input", { name: "name", autocomplete: "nickname", maxlength: 40, required: true, value: name }),
    ),
    el("button", { type: "submit", class: "main" }, t("pair")),
  );
  keepTyped(typed, "pair", name);
  return el("div", { class: "pair-form" }, begin, shown, typed, said);
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

/** Do it, and say why it was refused. */
export async function attempt(said, act) {
  said.textContent = "";
  try {
    await act();
  } catch (error) {
    said.textContent = error.message || t("not-sent");
  }
}
