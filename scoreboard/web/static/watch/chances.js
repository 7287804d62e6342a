// Who is likely to win, as a graph: Away's chance grows upwards, Home's downwards, with the biggest swings marked.

import { csvButton } from "../lib/csv.js";
import { api, el, named, reach, section, svg, t } from "../lib/dom.js";
import { name, team } from "./board.js";
import { rewrites } from "./lines.js";

const [WIDTH, HEIGHT, EDGE] = [340, 150, 12];
const FINGER = 22;
const BETWEEN_PLAYS = new Set(["pitch", "card", "gloves"]);

/** The chances of a game after every play, or why there are none; null where they are not known. */
export async function fetchChances(game) {
  const answer = await reach(api(`games/${game}/chances`));
  if (!answer.ok) throw new Error((await answer.json()).error);
  const chances = await answer.json();
  return chances.plays.length || chances.without ? chances : null;
}

let drawn = 0;

/** In hundredths; what is open is never shown as certain. */
const percent = (chance) =>
  chance === 0 || chance === 1 ? chance * 100 : Math.min(99, Math.max(1, Math.round(chance * 100)));

/** Where a moment is shown; ``game``: its number, null where a file holds the game. */
const momentOf = (game, line) => (game === null ? `#line=${line}` : `/games/${game}?line=${line}`);

/** A play worth telling, which leads to its moment; ``place``: its number beside the graph. */
export function bestPlay(state, { line, inning, half, side, said, was, now }, number, place = null) {
  return el(
    "li",
    { "data-color": team(state, side) },
    el(
      "a",
      { href: momentOf(number, line), "data-line": line },
      el("small", {}, place && el("b", { class: "rank" }, place), t(half, { inning })),
      el("span", { dir: "auto" }, said),
      was !== null && el("small", { class: "chance" }, named(name(state, side)), ": ", t("chance", { was, now })),
    ),
  );
}

/** The graph of a game's chances with its swings, the teams named as in ``state``; ``line``: the moment shown. */
export function chancesGraph(state, chances, { line = Infinity } = {}) {
  if (chances.without) return [el("p", { class: "hint" }, chances.without)];
  const after = [{ line: 0, home: chances.began }, ...chances.plays];
  const x = (index) => (index / (after.length - 1)) * WIDTH;
  const y = (home) => EDGE + home * (HEIGHT - 2 * EDGE);
  const points = after.map(({ home }, index) => `${x(index).toFixed(1)} ${y(home).toFixed(1)}`);
  const [middle, now] = [HEIGHT / 2, after[shownAt(after, line)]];
  const area = `M0 ${middle} L${points.join(" L")} L${WIDTH} ${middle} Z`;
  const dots = chances.swings.map(({ line: at, side }, index) => {
    const place = after.findIndex((each) => each.line === at);
    return svg(
      "g",
      {
        class: "swing",
        "data-color": team(state, side),
        "data-line": at,
        transform: `translate(${x(place)} ${y(after[place].home)})`,
      },
      svg("circle", { class: "finger", r: FINGER }),
      svg("circle", { r: 9 }),
      svg("text", { y: 4.5 }, index + 1),
    );
  });
  const drawing = svg(
    "svg",
    { class: "graph", viewBox: `-10 0 ${WIDTH + 20} ${HEIGHT}`, role: "img", "aria-label": t("chances-graph") },
    ahead(state, "away", area, 0),
    ahead(state, "home", area, middle),
    innings(after).map(([index, inning]) => [
      index > 0 && svg("path", { class: "inning-line", d: `M${x(index)} 0 V${HEIGHT}` }),
      svg("text", { class: "inning-number", x: x(index) + 3, y: 11 }, inning),
    ]),
    svg("path", { class: "even", d: `M0 ${middle} H${WIDTH}` }),
    svg("path", { class: "course", d: `M${points.join(" L")}` }),
    line !== Infinity && svg("path", { class: "here", d: `M${x(after.indexOf(now))} 0 V${HEIGHT}` }),
    dots,
  );
  return [percents(state, now.home), drawing, csvButton(() => rows(state, after), t("chances"))];
}

/** The chances after each play, by the number of its line in the record; in hundredths. */
function rows(state, after) {
  const each = after.map(({ line, home, inning }) => [line, inning ?? 1, ...[1 - home, home].map(percent)]);
  return [["#", t("csv-inning"), name(state, "away"), name(state, "home")], ...each];
}

/** The last play that was over at that line. */
const shownAt = (after, line) => after.filter((each) => each.line <= line).length - 1;

/** Where each inning begins, by the place of the play before it; the tenth part of a long game's are named. */
function innings(after) {
  const begun = after
    .map(({ inning }, index) => [index - 1, inning])
    .filter(([index, inning]) => index >= 0 && inning !== after[index].inning);
  const each = Math.ceil(begun.length / 12);
  return begun.filter((_, index) => index % each === 0);
}

/** The half of the graph that is one side's, filled as far as that side is ahead. */
function ahead(state, of, area, top) {
  const id = `ahead-${++drawn}`; // the graph of the game and that of its end may be on one page
  return svg(
    "g",
    { class: "ahead", "data-color": team(state, of) },
    svg("clipPath", { id }, svg("rect", { x: 0, y: top, width: WIDTH, height: HEIGHT / 2 })),
    svg("path", { d: area, "clip-path": `url(#${id})` }),
  );
}

/** What both chances are, in words. */
function percents(state, home) {
  const each = (of, chance) =>
    el(
      "span",
      { "data-color": team(state, of) },
      el("span", { class: "swatch" }),
      named(name(state, of)),
      el("b", {}, ` ${percent(chance)} %`),
    );
  return el("p", { class: "percents" }, each("away", 1 - home), each("home", home));
}

/** The graph of the game in play, and of a past one at any moment; ``onPick(line)`` shows a play, else its address. */
export class Chances {
  #key = "";
  #shown = null;
  #onPick;

  constructor(onPick = null) {
    this.#onPick = onPick;
    this.graph = el("div", { class: "chances-graph" });
    this.swings = el("ol", { class: "swings" });
    this.node = section(t("chances"), "chances", this.graph, this.swings);
    this.node.addEventListener("click", (event) => this.#pick(event));
    this.node.hidden = true;
  }

  /** Those of the game in play are fetched when a play can have ended; nothing is shown of a game that is over. */
  async follow(state) {
    this.node.hidden = state.over || !this.#shown;
    const isBetween = BETWEEN_PLAYS.has(state.phase) && !state.balls && !state.strikes;
    const { game, inning, half, outs, away, home, runners, batter } = state;
    const key = [game, inning, half, outs, away, home, runners, batter].join();
    if (state.over || (this.#key && !rewrites(state.cause) && (!isBetween || key === this.#key))) return;
    this.#key = key;
    const chances = await fetchChances(game).catch(() => undefined);
    if (key !== this.#key) return;
    if (chances === undefined)
      this.#key = ""; // asked for again with the next state
    else this.show(state, chances);
  }

  /** Show these; ``line``: the moment that is looked at. */
  show(state, chances, line = Infinity) {
    this.node.hidden = !chances;
    if (!chances) return (this.#shown = null);
    this.graph.replaceChildren(...chancesGraph(state, chances, { line }));
    if (this.#shown !== chances)
      this.swings.replaceChildren(
        ...chances.swings.map((play, index) => bestPlay(state, play, chances.game, index + 1)),
      );
    return (this.#shown = chances);
  }

  #pick(event) {
    const swing = event.target.closest("[data-line]");
    if (!swing) return;
    event.preventDefault();
    if (this.#onPick) this.#onPick(Number(swing.dataset.line));
    else location.assign(momentOf(this.#shown.game, swing.dataset.line));
  }
}
