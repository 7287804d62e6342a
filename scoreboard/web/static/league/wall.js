// The wall: every stadium of the league with the game that is played there, as it stands now.

import { api, el, named, reach, t } from "../lib/dom.js";
import { banner, showLost } from "../lib/frame.js";
import { Ballpark } from "../watch/ballpark.js";
import { inning, lamps, lineScore } from "../watch/board.js";

const EVERY_MS = 2_000;

/** A stadium; it is drawn anew where something of it has changed. */
class Tile {
  #known = "";
  #park = new Ballpark();
  node = el("section", { class: "tile" });

  show(place) {
    const known = JSON.stringify(place);
    if (known === this.#known) return;
    this.#known = known;
    const { name, online, state } = place;
    this.node.classList.toggle("away", !online);
    this.node.replaceChildren(
      el("h2", {}, named(name), !online && el("small", { class: "offline" }, ` ${t("wall-offline")}`)),
      ...(state ? this.#game(state) : [el("p", { class: "hint" }, t("wall-no-game"))]),
    );
    if (state) this.#park.show(state);
  }

  #game(state) {
    const who = ["bats", "pitches"].filter((does) => state.up?.[does]);
    const side = { bats: state.half === "top" ? "away" : "home", pitches: state.half === "top" ? "home" : "away" };
    const named_ = (does) => ({ team: state.names?.[side[does]] ?? state.setup[side[does]].name });
    const words = { bats: () => t("batter-of", named_("bats")), pitches: () => t("pitcher-of", named_("pitches")) };
    return [
      el(
        "div",
        { class: "slate" },
        lineScore(state, null),
        el("div", { class: "count" }, inning(state), !state.over && lamps(state)),
      ),
      !state.over &&
        who.length > 0 &&
        el(
          "p",
          {},
          who.map((does) => [`${words[does]()} `, named(state.up[does]), " "]),
        ),
      !state.over && this.#park.node,
    ].filter(Boolean);
  }
}

const rank = ({ online, state }) => (state ? (state.over ? 1 : 0) : 2) + (online ? 0 : 3);

/** The page, for as long as it is open. */
export async function show(main) {
  const tiles = new Map(),
    wall = el("div", { class: "tiles" }),
    troubles = el("ul", { class: "troubles" });
  main.append(banner, el("div", { role: "status" }, troubles), wall);
  const draw = ({ places, troubles: all }) => {
    const sorted = places.map((each, index) => [rank(each), index, each]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const nodes = sorted.map(([, , place]) => {
      if (!tiles.has(place.box)) tiles.set(place.box, new Tile());
      tiles.get(place.box).show(place);
      return tiles.get(place.box).node;
    });
    if (nodes.some((node, index) => wall.children[index] !== node) || wall.children.length !== nodes.length)
      wall.replaceChildren(...(nodes.length ? nodes : [el("p", {}, t("wall-none"))]));
    const said = all.map(({ stadium, why }) => (stadium ? `${stadium}: ${why}` : why));
    if (said.join("\n") !== [...troubles.children].map((each) => each.textContent).join("\n"))
      troubles.replaceChildren(...said.map((each) => el("li", {}, each)));
  };
  const look = async () => {
    const answer = await reach(api("wall"), { limit: 10_000 });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    draw(told);
  };
  const goOn = async () => {
    try {
      if (!document.hidden) await look();
      showLost(false);
    } catch {
      showLost(true, () => t("no-contact"));
    }
    setTimeout(goOn, EVERY_MS);
  };
  await look();
  setTimeout(goOn, EVERY_MS);
}
