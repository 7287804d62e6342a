// A game is over: the same again, with the sides swapped, or another one.

import { button, el, section, t } from "../lib/dom.js";
import { fetchChoices, post } from "../lib/send.js";

/** What may come next, each in words and how it is begun; none where this phone may not begin a game, or another is in
 * play already. ``tell(words)`` says why one was not begun. */
async function choices(tell) {
  const chosen = await fetchChoices();
  const begin =
    ({ line, box, strength }) =>
    async () => {
      try {
        await post("games", line, { query: { box, strength, expect: chosen.expect } });
        if (location.pathname !== "/") location.assign("/");
      } catch (error) {
        tell(error.message || t("not-sent"));
      }
    };
  return (chosen?.again ?? []).map((each) => ({ words: each.said, act: begin(each) }));
}

/** Keys for the dock. */
export async function nextGames(tell) {
  const another = { words: t("another-game"), act: () => location.assign("/new") };
  return [...(await choices(tell).catch(() => [])), another];
}

/** The part of the finished game's own page; null where nothing may be begun. */
export async function again() {
  const said = el("p", { class: "reply", role: "alert" });
  const [first, ...others] = await choices((words) => (said.textContent = words));
  if (!first) return null;
  return section(
    t("again"),
    "again",
    button(first.words, first.act, { class: "main" }),
    others.map(({ words, act }) => button(words, act, { class: "offer" })),
    el("a", { class: "main other", href: "/new" }, t("another-game")),
    said,
  );
}
