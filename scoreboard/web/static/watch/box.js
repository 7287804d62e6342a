// The box score, from the same box that `stadium games N` prints.

import { csvButton, dataTable } from "../lib/csv.js";
import { api, el, named, painted, reach, t } from "../lib/dom.js";
import { rewrites } from "./lines.js";

const PITCHING = ["ip", "h", "r", "bb", "hbp", "k", "pitches"];

/** The box score of a game. */
export async function fetchBox(game) {
  const answer = await reach(api(`games/${game}/box`));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

/** The box score of the game in play; ``onBox`` is called with each box that was fetched. */
export class LiveBox {
  #innings = "";
  #boxes = el("div");
  #onBox;

  constructor(onBox) {
    this.#onBox = onBox;
    this.box = null;
    this.node = el("details", { class: "box-score" }, el("summary", {}, t("box")), this.#boxes);
  }

  /** The runs by inning are fetched when they can have changed. */
  async follow(state) {
    const innings = [state.game, state.inning, state.half, state.away, state.home, state.over].join();
    if (innings === this.#innings && !rewrites(state.cause)) return;
    this.#innings = innings;
    const box = await fetchBox(state.game).catch(() => null);
    if (innings !== this.#innings) return;
    if (!box) this.#innings = ""; // asked for again with the next state
    if (!box) return;
    this.box = box;
    this.#boxes.replaceChildren(boxScore(box));
    this.#onBox(box);
  }
}

const head = (stat) => el("th", { scope: "col", abbr: t(`stat-${stat}-whole`) }, t(`stat-${stat}`));

function table(caption, heads, rows) {
  const player = el("th", { scope: "col" }, el("span", { class: "unseen" }, t("player")));
  return el("div", {}, dataTable(caption, [player, heads.map(head)], rows, { caption: true }));
}

const row = (who, numbers, kind = null) =>
  el(
    "tr",
    { class: kind },
    el("th", { scope: "row" }, who),
    numbers.map((number) => el("td", {}, number ?? "–")),
  );

function batting(team) {
  const stats = Object.keys(team.stats);
  const of = (batter) => stats.map((stat) => batter.stats[stat]);
  const helmets = team.batting.map((each, index) => row(`${index + 1} ${painted(each.helmet)}`, of(each)));
  const players = team.players.map((each) => row(named(each.name), of(each)));
  return table(t("batting-of", { team: team.name }), stats, [...helmets, ...players, row(t("all"), of(team), "sum")]);
}

function pitching(team) {
  const rows = team.pitching.map((each) =>
    row(
      named(each.name),
      PITCHING.map((stat) => each[stat]),
    ),
  );
  return table(t("pitching-of", { team: team.name }), PITCHING, rows);
}

/** The runs by inning, as the scoreboard has them. */
function lineScore({ away, home }) {
  const innings = away.innings.map((_, index) => (away.first ?? 1) + index);
  const row = (team) => [team.name, ...away.innings.map((_, index) => team.innings[index] ?? ""), team.runs, team.hits];
  return [[t("team"), ...innings, t("r"), t("h")], row(away), row(home)];
}

/** Both teams' batting and pitching; and the line score, which is drawn elsewhere, to be saved. */
export function boxScore(box) {
  return el(
    "div",
    { class: "boxes" },
    [box.away, box.home].map((team) => [batting(team), pitching(team)]),
    el(
      "div",
      {},
      el("strong", { class: "saved-only" }, t("line-score")),
      csvButton(() => lineScore(box), t("line-score")),
    ),
  );
}
