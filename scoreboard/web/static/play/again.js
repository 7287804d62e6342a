// A game is over: the same again, with the sides swapped, or another one.

import { button, el, section, t } from "../lib/dom.js";
import { fetchChoices, post } from "../lib/send.js";

/** What may come next; null where this phone may not begin a game, or another is in play already. */
export async function again() {
  const choices = await fetchChoices();
  if (!choices?.again.length) return null;
  const said = el("p", { class: "reply", role: "alert" });
  const begin =
    ({ line, box, strength }) =>
    async () => {
      try {
        await post("games", line, { query: { box, strength, expect: choices.expect } });
        if (location.pathname !== "/") location.assign("/");
      } catch (error) {
        said.textContent = error.message || t("not-sent");
      }
    };
  const [first, ...others] = choices.again;
  return section(
    t("again"),
    "again",
    button(first.said, begin(first), { class: "main" }),
    others.map((other) => button(other.said, begin(other), { class: "offer" })),
    el("a", { class: "main other", href: "/new" }, t("another-game")),
    said,
  );
}
