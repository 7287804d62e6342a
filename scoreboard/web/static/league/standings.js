// Standings, head to head, batting, pitching, records, fixtures, and the games that do not count.

import { api, el, reach, t } from "../lib/dom.js";
import { tableOf } from "../watch/season.js";

/** The league's report. */
export async function fetchLeague() {
  const answer = await reach(api("league"));
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

const FIRST = ["standings", "fixtures", "not-counted"];

/** The page. */
export async function show(main) {
  const { games, tables } = await fetchLeague();
  const place = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  main.classList.add("season");
  main.append(
    el("p", {}, games ? t("season-games", { number: games }) : t("league-nothing")),
    ...[...tables].sort((a, b) => place(a) - place(b)).map((each) => tableOf(each, { isLinked: false })),
  );
}
