// The page of a league: which view it is, and the password where one is needed. Each view exports `show`.

import { button, el, hasCome, section, t } from "../lib/dom.js";
import { fetchMe, post } from "../lib/send.js";

const main = document.querySelector("main");

/** What is asked for with a password; ``then`` is done once it is right. */
export function passwordForm(words, then) {
  const field = el("input", { type: "password", required: true, maxlength: 200, autocomplete: "current-password" });
  const said = el("p", { class: "reply", role: "alert" });
  const enter = async (event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      await post("let-in", { password: field.value }, { tries: 1 });
      then();
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return el(
    "form",
    { class: "password", onsubmit: enter },
    el("p", {}, words),
    el("label", {}, t("league-password"), field),
    said,
    el("button", { class: "main" }, t("league-enter")),
  );
}

/** Have the cookie taken back. */
export const leaveButton = () =>
  button(t("league-leave"), () => post("let-out", {}).then(() => location.reload()), { class: "quiet" });

async function begin() {
  const part = el("div", { class: "league-view" });
  try {
    const me = await fetchMe();
    if (me.may) await (await import(document.body.dataset.viewScript)).show(part, me);
    else part.append(passwordForm(t("league-look"), () => location.reload()));
  } catch (error) {
    part.replaceChildren(section(t("sorry"), "sorry", el("p", {}, error.message)));
  }
  document.querySelector(".plain").className = "league-name";
  main.append(part);
  hasCome("shown");
}

begin();
