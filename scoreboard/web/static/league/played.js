// All games that count, the newest first, each with its box score; a keeper dismisses one here.

import { api, button, el, lang, named, reach, t } from "../lib/dom.js";
import { post } from "../lib/send.js";
import { boxScore } from "../watch/box.js";
import { fetchLeague } from "./standings.js";

const AT_ONCE = 50;

/** The page. */
export async function show(main, me) {
  const { played } = await fetchLeague();
  const list = el("div", { class: "league-games" });
  let left = played;
  const more = button(
    t("league-more"),
    () => {
      list.append(...left.slice(0, AT_ONCE).map((each) => item(each, me.may === "keep")));
      left = left.slice(AT_ONCE);
      more.hidden = left.length === 0;
    },
    { class: "quiet" },
  );
  more.click();
  main.append(played.length ? list : el("p", {}, t("league-nothing")), more);
}

function item(game, isKeeper) {
  const box = el("div", {}, el("p", { class: "hint", role: "status" }, t("loading")));
  const open = async ({ target }) => {
    if (!target.open || box.dataset.come) return;
    try {
      const answer = await reach(api(`league/${game.box}/${game.number}`));
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      box.dataset.come = "come";
      box.replaceChildren(boxScore(told.box), ...(isKeeper ? [dismissal(game)] : []));
    } catch (error) {
      box.replaceChildren(el("p", { class: "reply", role: "alert" }, error.message));
    }
  };
  const day = game.begun && new Date(game.begun).toLocaleDateString(lang, { dateStyle: "medium" });
  const about = [day, game.stadium, game.rules].filter(Boolean).map((each) => el("small", {}, named(each)));
  return el(
    "details",
    { ontoggle: open },
    el(
      "summary",
      {},
      el("b", {}, named(game.away), ` ${game.score.replace("-", "\u2013")} `, named(game.home)),
      el("span", { class: "about" }, about),
    ),
    box,
  );
}

/** A game is dismissed in the league's file, where everybody can read that it was, and why. */
function dismissal({ box, number }) {
  const why = el("input", { required: true, maxlength: 40 }),
    said = el("p", { class: "reply", role: "alert" });
  const dismiss = async (event) => {
    event.preventDefault();
    try {
      const answer = await reach(api("file"));
      const { text, version, error } = await answer.json();
      if (!answer.ok) throw new Error(error);
      const row = [`box = ${JSON.stringify(box)}`, `game = ${number}`, `why = ${JSON.stringify(why.value)}`];
      await post("file", { text: `${text.trimEnd()}\n\n[[dismissed]]\n${row.join("\n")}\n`, version }, { tries: 1 });
      location.reload();
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return el(
    "form",
    { class: "dismissal", onsubmit: dismiss },
    el("label", {}, t("league-why"), why),
    said,
    el("button", { class: "quiet" }, t("league-dismiss")),
  );
}
