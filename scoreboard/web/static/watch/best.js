// The best moments of a game that is over, each with what the camera saw of it.

import { api, button, el, reach, section, t } from "../lib/dom.js";
import { seen } from "./footage.js";

/** The moments; null where there is none. ``go(line)`` shows the game as it stood then. */
export async function bestMoments(game, states, go) {
  const answer = await reach(api(`games/${game}/best`)).catch(() => null);
  const moments = answer?.ok ? await answer.json() : [];
  if (!moments.length) return null;
  const causes = new Map(states.map((state) => [state.line, state.cause]));
  return section(
    t("best"),
    "best",
    el(
      "ol",
      { class: "moments" },
      moments.map((moment) => item(moment, causes.get(moment.line), go)),
    ),
  );
}

function item(moment, cause, go) {
  return el(
    "li",
    {},
    el("h3", {}, moment.title, " ", el("small", {}, t(moment.half, { inning: moment.inning }))),
    el("p", {}, moment.told),
    seen(moment, cause),
    button(t("best-go"), () => go(moment.line), { class: "quiet" }),
  );
}
