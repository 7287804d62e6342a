// A finished game, worth a screenshot: the score, its innings, who did most, the best plays, when it was.

import { api, el, named, reach, section, t } from "../lib/dom.js";
import { inSight, lineScore, name, outcome, scoreline, team } from "./board.js";
import { bestPlay, chancesGraph, fetchChances } from "./chances.js";
import { pictures, share } from "./share.js";

const SIDES = ["away", "home"];

/** The page of a game that is over. Of one that a file holds all is ``known``, its story and its chances: nothing is
 * fetched, and there is nothing to send on but the file. */
export class Final {
  #known;
  #shown = null;
  #told = { key: "", story: null, chances: null };
  #share = null;
  #links = null;

  constructor(known = null) {
    this.#known = known;
    this.node = el("section", { class: "finale", "aria-labelledby": "h-finale", hidden: true });
  }

  /** Show it for a state that is over, hide it for any other; the story is fetched when it can have changed.
   * ``number``: of the game in the journal. */
  async show(state, box, number) {
    this.node.hidden = !state.over;
    const key = state.over ? `${number}-${state.number ?? state.line}` : "";
    if (!state.over || (this.#shown?.key === key && this.#shown.box === box)) return;
    this.#shown = { key, box };
    if (this.#known) return this.#draw(state, box, number, this.#known);
    this.#draw(state, box, number, this.#told.key === key ? this.#told : {});
    if (this.#told.key === key) return;
    const [story, chances] = await Promise.all(
      [fetchStory, fetchChances].map((each) => each(number).catch(() => null)),
    );
    if (this.#shown.key !== key) return;
    this.#told = { key, story, chances };
    this.#draw(state, this.#shown.box, number, this.#told);
  }

  #draw(state, box, number, { story, chances }) {
    const big = SIDES.map((side) =>
      el(
        "div",
        { class: state.winner === side ? "side won" : "side", "data-color": team(state, side) },
        el("span", { class: "name", dir: "auto" }, name(state, side)),
        el("b", {}, state[side]),
      ),
    );
    const scores = el(
      "div",
      { class: "slate scores", role: "region", "aria-label": t("line-score") },
      lineScore(state, box),
    );
    this.node.replaceChildren(
      el("h2", { id: "h-finale" }, t("final-score")),
      el("div", { class: "sides" }, big),
      outcome(state),
      scores,
      el(
        "div",
        { class: "parts" },
        story?.stars.length > 0 &&
          part(
            "stars",
            story.stars.map((star) => starred(state, star)),
          ),
        story?.plays.length > 0 &&
          part(
            "best-plays",
            story.plays.map((play, index) => bestPlay(state, play, number, chances && index + 1)),
            chances && el("div", { class: "chances-graph" }, chancesGraph(state, chances)),
          ),
      ),
      el(
        "footer",
        {},
        story ? when(story) : null,
        !this.#known && [
          el("a", { href: `/games/${number}` }, t("whole-game")),
          this.#sent(number),
          this.#sharing(`/games/${number}`, scoreline(state)),
        ],
      ),
    );
    inSight(scores);
  }

  /** What can be sent on: the same links when the page is drawn again, so that what was opened stays open. */
  #sent(number) {
    if (this.#links?.number !== number) this.#links = { number, node: pictures(number) };
    return this.#links.node;
  }

  /** The button that shares the game: the same one when the page is drawn again, so that its answer stays. */
  #sharing(path, title) {
    if (this.#share?.path !== path || this.#share.title !== title)
      this.#share = { path, title, node: share(path, title) };
    return this.#share.node;
  }
}

async function fetchStory(number) {
  const answer = await reach(api(`games/${number}/story`));
  return answer.ok ? answer.json() : null;
}

function part(title, items, before = null) {
  const words = { stars: t("stars"), "best-plays": t("best-plays") }[title];
  return section(words, title, before, el("ul", {}, items));
}

function starred(state, { side, name: who, does, stats, decision, of_the_game: isBest }) {
  const figures = Object.entries(stats).map(([stat, number]) =>
    el("span", {}, el("b", {}, number), " ", el("abbr", { title: t(`stat-${stat}-whole`) }, t(`stat-${stat}`))),
  );
  return el(
    "li",
    { "data-color": team(state, side) },
    el("span", { class: "swatch" }),
    el("strong", {}, named(who)),
    el("small", {}, does === "bats" ? t("star-bats") : t(`star-pitches-${decision}`)),
    isBest && el("b", {}, `★ ${t("player-of-the-game")}`),
    el("span", { class: "figures" }, figures),
  );
}

function when({ begun, minutes }) {
  if (!begun) return null;
  const date = new Date(begun).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  return el("time", { datetime: begun }, minutes ? t("date-and-length", { date, minutes }) : date);
}
