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
    !each.in_play && [
      role && !each.summary?.over && playOn(each),
      role === "owner" && menu(each.summary ? standing(each.summary) : String(each.game), erase(each)),
    ];
  const items = [...listed].reverse().map((each) => item(each, more(each)));
  main.append(
    section(
      t("games"),
      "games",
      items.length > 0 && el("p", {}, el("a", { class: "onward", href: "/season" }, t("season"))),
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

/** What is seldom wanted of a game, behind three dots; ``which``: the game in words. */
const menu = (which, ...offers) =>
  el(
    "details",
    { class: "game-menu" },
    el("summary", { "aria-label": `${t("more")}: ${which}`, title: t("more") }, "⋯"),
    offers,
  );

function item({ game, summary, called, damaged }, more) {
  if (!summary || damaged)
    return el("li", {}, el("p", { class: "damaged" }, t("damaged", { number: game }), el("small", {}, damaged)), more);
  const { teams, score, over, begun } = summary;
  const winner = teams[Number(score[1] > score[0])];
  const ended = score[0] === score[1] ? t("final") : t("won", { team: winner });
  const stands = over ? ended : t(summary.half, { inning: summary.inning });
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/games/${game}` },
      el("small", {}, called, begun && " · ", begun && when(begun)),
      [0, 1].map((side) => standsOf(summary, side)),
      el("small", {}, stands),
    ),
    more,
  );
}

/** When a game was begun, in short. */
const when = (begun) =>
  el(
    "time",
    { datetime: begun },
    new Date(begun).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }),
  );

/** A side's name and runs; the winner's in bold letters. */
const standsOf = ({ teams, score, over }, side) =>
  el(
    "span",
    { class: over && score[side] > score[1 - side] ? "side won" : "side" },
    named(teams[side]),
    " ",
    el("b", {}, score[side]),
  );
