// The overlay of a stream: the score on nothing. It shows no control and no error, and asks for ever: while the
// scoreboard is away the last state stays, a little dimmed. Plays come as the server tells them, with its moments and
// its words; what the rules refuse is no play.

import { announce, el, hasCome, heading, logo, named, say, svg, t } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { described } from "../watch/ballpark.js";
import { at_bat, hasCount, inning, lineScore, name, scoreline, team } from "../watch/board.js";
import { fetchBox } from "../watch/box.js";
import { rewrites } from "../watch/lines.js";

const SIDES = ["away", "home"];
const MOMENT_MS = 3_200;
const TOLD_MS = 7_000;
const SHORT = 10; // letters of a name that fit a line of the bug
const BASES = [
  [6, 40, 22],
  [12, 22, 4],
  [18, 4, 22],
]; // the place, and where its bag is drawn
const HALF_BAG = 11;
const STEPS_A_BASE = 6;
const MOST = { balls: 3, strikes: 2, outs: 2 };

const { style } = document.body.dataset;

/** A piece of the drawing that keeps its node: what has not changed does not begin its animation anew. */
const part = (kind) => el("div", { class: kind });

/** Shows each state for a stream. */
class Overlay {
  #state = null;
  #box = null;
  #innings = "";
  #timer = null;

  constructor(main) {
    this.teams = SIDES.map((side) =>
      el(
        "div",
        { class: `team ${side}` },
        el("span", { class: "name", dir: "auto" }),
        el("b"),
        el("span", { class: "crest" }),
      ),
    );
    this.situation = part("situation");
    this.table = part("scores");
    this.told = el("p", { class: "told", dir: "auto" });
    this.moment = el("div", { class: "moment", "aria-hidden": "true" }); // its words are the play's, in short
    this.news = el("div", { class: "news", role: "status" }, this.told, this.moment);
    const shown = style === "board" ? [this.table, this.situation] : [...this.teams, this.situation];
    this.heading = heading("");
    this.panel = el(
      "div",
      { class: "panel", hidden: true },
      this.heading,
      el("div", { class: "score" }, shown),
      this.news,
    );
    main.replaceChildren(this.panel);
    new Live({
      onState: (state, whole) => this.#receive(state, whole),
      onLink: (since) => document.body.classList.toggle("stale", Boolean(since)),
      stays: () => true, // whether it is seen the mixer knows better than the browser
    }).open();
  }

  #receive(state, whole) {
    this.panel.hidden = !state.setup;
    hasCome("shown");
    if (!state.setup) return;
    const before = this.#state;
    this.#state = state;
    this.#show(state, before);
    if (style === "board") this.#count(state);
    if (!whole && state.cause && !state.refused && state.number !== before?.number) this.#tell(state);
  }

  #show(state, before) {
    say(this.heading, scoreline(state));
    this.panel.dataset.color = team(state, at_bat(state));
    SIDES.forEach((side, index) => this.#team(this.teams[index], state, side, before));
    this.situation.replaceChildren(
      inning(state),
      ...(state.over ? [] : [bases(state), ...lamps(state), batter(state)]),
    );
    this.table.replaceChildren(lineScore(state, this.#box));
  }

  #team(node, state, side, before) {
    node.dataset.color = team(state, side);
    node.classList.toggle("up", !state.over && side === at_bat(state));
    node.classList.toggle("won", state.winner === side);
    say(node.firstChild, name(state, side));
    node.classList.toggle("long", name(state, side).length > SHORT);
    say(node.children[1], String(state[side]));
    if (node.dataset.named !== name(state, side))
      node.lastChild.replaceChildren(...[logo(name(state, side))].filter(Boolean));
    node.dataset.named = name(state, side);
    const scored = before?.game === state.game && state[side] > before[side];
    node.classList.toggle("scored", scored);
  }

  /** The play: what it is celebrated with, and its words for some seconds; the next play takes their place at once. */
  #tell(state) {
    const [moment] = state.moments;
    clearTimeout(this.#timer);
    announce(this.told, state.told);
    this.moment.replaceChildren(...(moment ? celebration(moment) : []));
    this.moment.dataset.moment = moment?.name ?? "";
    this.news.classList.toggle("open", Boolean(state.told));
    this.#timer = setTimeout(() => this.#sayWords(), moment ? MOMENT_MS : 0);
  }

  #sayWords() {
    this.moment.replaceChildren();
    this.moment.dataset.moment = "";
    this.#timer = setTimeout(() => this.news.classList.remove("open"), TOLD_MS);
  }

  /** The runs by inning, fetched when they can have changed. */
  async #count(state) {
    const innings = [state.game, state.inning, state.half, state.away, state.home, state.over].join();
    if (innings === this.#innings && !rewrites(state.cause)) return;
    this.#innings = innings;
    const box = await fetchBox(state.game).catch(() => null);
    if (box && innings === this.#innings) this.#box = box;
    this.table.replaceChildren(lineScore(this.#state, this.#box));
  }
}

/** The bases; a runner between two of them stands beside the one that he has passed. */
function bases(state) {
  const bag = (x, y, kind) =>
    svg("path", {
      class: kind,
      d: `M${x} ${y - HALF_BAG} l${HALF_BAG} ${HALF_BAG} l${-HALF_BAG} ${HALF_BAG} l${-HALF_BAG} ${-HALF_BAG} Z`,
    });
  const on = state.runners;
  const between = on
    .filter((place) => place % STEPS_A_BASE)
    .map((place) => svg("circle", { class: "man", r: 4, ...spot(place) }));
  return svg(
    "svg",
    { class: "bases", viewBox: "-8 -8 60 58", role: "img", "aria-label": described(state) },
    BASES.map(([place, x, y]) => bag(x, y, on.includes(place) ? "bag taken" : "bag")),
    between,
  );
}

const PATH = [
  [22, 40],
  [40, 22],
  [22, 4],
  [4, 22],
  [22, 40],
];

function spot(place) {
  const [from, to] = [PATH[Math.floor(place / STEPS_A_BASE)], PATH[Math.floor(place / STEPS_A_BASE) + 1]];
  const share = (place % STEPS_A_BASE) / STEPS_A_BASE;
  return { cx: from[0] + (to[0] - from[0]) * share, cy: from[1] + (to[1] - from[1]) * share };
}

/** The count as two numbers, and the outs as lamps. */
function lamps(state) {
  const words = (what) => t(`count-${what}`, { count: state[what] });
  const outs = [...Array(MOST.outs).keys()].map((index) => el("i", { class: index < state.outs ? "lit" : null }));
  return [
    hasCount(state)
      ? el(
          "span",
          { class: "pitches", role: "img", "aria-label": `${words("balls")}, ${words("strikes")}` },
          `${state.balls}-${state.strikes}`,
        )
      : "",
    el("span", { class: "lamps outs", role: "img", "aria-label": words("outs") }, outs),
  ];
}

function batter(state) {
  return style === "bug" || !state.up?.bats
    ? ""
    : el("span", { class: "batter" }, `${t("at-bat")} `, named(state.up.bats));
}

/** What is seen of a moment: its words, and what flies, falls or runs behind them. */
function celebration({ name: kind, said }) {
  const more =
    {
      "home-run": ["ball", ...sparks],
      "grand-slam": ["ball", ...sparks],
      "walk-off": sparks,
      final: sparks,
      strikeout: ["k k1", "k k2", "k k3"],
      "side-change": ["wipe"],
      run: ["lap"],
    }[kind] ?? [];
  const pieces = more.map((piece) =>
    el("i", { class: piece, "aria-hidden": "true" }, piece.startsWith("k ") ? "K" : null),
  );
  return [...pieces, el("strong", { dir: "auto" }, said)];
}

const sparks = [1, 2, 3, 4, 5, 6].map((number) => `spark s${number}`);

new Overlay(document.querySelector("main"));
