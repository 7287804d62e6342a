// The list of past games; one that was not finished can be brought back to the board.

import { api, button, el, isolated, named, reach, section, t } from "../lib/dom.js";
import { fetchRole, onTheBoard, placeOf, post } from "../lib/send.js";

/** The list of all games, the newest first. */
export async function show(main) {
  const answer = await reach(api("games"));
  const listed = await answer.json();
  if (!answer.ok) throw new Error(listed.error);
  const role = await fetchRole().catch(() => null);
  const { eraser } = await import("../owner/erase.js");
  const erase = (each) =>
    eraser(each.game, each.summary ? `${standing(each.summary)}.` : t("damaged", { number: each.game }), () =>
      location.reload(),
    );
  const more = (each) =>
    !each.in_play && [role && !each.summary?.over && playOn(each), role === "owner" && erase(each)];
  const items = [...listed].reverse().map((each) => item(each, more(each)));
  main.append(
    section(
      t("games"),
      "games",
      items.length ? el("ol", { class: "games-list" }, items) : el("p", {}, t("no-games")),
      role && el("a", { class: "main", href: "/new" }, t("new-game")),
    ),
  );
}

/** A game is brought back to the board; null of one that cannot be read. What is in play there is kept: that is said
 * first, and it is left only as it was shown. One that is on the board by now is gone to, whoever brought it back. */
export function playOn({ game, summary }, then = "/") {
  if (!summary) return null;
  const said = el("p", { class: "reply", role: "alert" });
  const resume = async (left) => {
    try {
      await post(`games/${game}/resume`, {}, { query: left, onWait: () => (said.textContent = t("waiting")) });
      location.assign(then);
    } catch (error) {
      said.textContent = error.message || t("not-sent");
    }
  };
  const ask = async () => {
    said.textContent = "";
    try {
      const live = await onTheBoard();
      if (String(live?.game) === String(game)) return location.assign(then);
      if (!live?.setup || live.over) return await resume({ end: 0, ...(live?.setup && placeOf(live)) });
      const { askToLeave } = await import("../play/leave.js");
      return askToLeave(standing(summaryOf(live)), t("leave-for"), () => resume({ end: 1, ...placeOf(live) }));
    } catch {
      return (said.textContent = t("not-sent"));
    }
  };
  const label = `${t("play-on")}: ${standing(summary)}`;
  return [button(t("play-on"), ask, { class: "offer", "aria-label": label }), said];
}

export const summaryOf = ({ setup, names, away, home }) => ({
  teams: [names?.away ?? setup.away.name, names?.home ?? setup.home.name],
  score: [away, home],
});
const standing = ({ teams: [away, home], score: [awayRuns, homeRuns] }) =>
  `${isolated(away)} ${awayRuns}, ${isolated(home)} ${homeRuns}`;

function item({ game, summary, damaged }, more) {
  if (!summary || damaged)
    return el("li", {}, el("p", { class: "damaged" }, t("damaged", { number: game }), el("small", {}, damaged)), more);
  const [[away, home], [awayRuns, homeRuns]] = [summary.teams, summary.score];
  const stands = summary.over ? t("final") : t(summary.half, { inning: summary.inning });
  const begun =
    summary.begun &&
    el(
      "time",
      { datetime: summary.begun },
      new Date(summary.begun).toLocaleString(document.documentElement.lang, {
        dateStyle: "medium",
        timeStyle: "short",
      }),
    );
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/games/${game}` },
      el("span", { class: "teams" }, named(away), ` ${awayRuns} · `, named(home), ` ${homeRuns}`),
      el("small", {}, stands, begun && " · ", begun),
    ),
    more,
  );
}
