// A past game, replayed with a slider and an address that can be shared.

import { api, reach, t } from "../lib/dom.js";
import { fetchRole, onTheBoard } from "../lib/send.js";
import { fetchBox } from "./box.js";
import { fetchChances } from "./chances.js";
import { playOn, summaryOf } from "./games.js";
import { fetchStates } from "./lines.js";
import { MomentActions } from "./moment_actions.js";
import { ReplayedGame } from "./replayed_game.js";

/** One game, replayed from the moment that the address names, or from its end. */
export async function show(main, { game: number }) {
  const [states, record, box, chances] = await Promise.all([
    fetchStates(number),
    setup(number),
    fetchBox(number),
    fetchChances(number).catch(() => null),
  ]);
  const shown = states.filter((state) => state.cause?.type !== "expect").map((state) => ({ setup: record, ...state }));
  const actions = new MomentActions(number, () => replayed.bar.pause());
  const replayed = new ReplayedGame(main, { number: Number(number), states: shown, box, chances }, actions);
  replayed.theatre.after(actions.sent, actions.why);
  const last = shown[shown.length - 1];
  if (last.over) showBest(replayed);
  replayed.go(Number(new URLSearchParams(location.search).get("line")) || Infinity);
  const [live, role] = await Promise.all([
    onTheBoard().catch(() => null),
    fetchRole().catch(() => null),
    showSpray(replayed).catch(() => null),
  ]);
  if (!role) return;
  const isLive = String(live?.game) === number;
  if (isLive) actions.canAmend(live);
  else
    actions.say(
      last.over ? t("finished-game") : t("amend-unfinished"),
      " ",
      playOn({ game: number, summary: summaryOf(last) }, location.href),
    );
  if (last.over && isLive) main.append(...[await (await import("../play/again.js")).again()].filter(Boolean));
}

async function setup(number) {
  const answer = await reach(api(`games/${number}`));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return JSON.parse((await answer.text()).split("\n", 1)[0]);
}

async function showBest(replayed) {
  const { bestMoments } = await import("./best.js");
  const moments = await bestMoments(replayed.number, replayed.states, (line) => {
    replayed.go(line);
    replayed.board.node.scrollIntoView();
  });
  if (moments) replayed.plays.node.before(moments);
}

async function showSpray(replayed) {
  const { sprayCharts } = await import("./spray.js");
  replayed.chances.node.after(...[sprayCharts(replayed.states[0], replayed.box)].filter(Boolean));
}
