// Where the batted balls went: the hits and the outs of a team, or of one of its players, by zone of the ballpark.

import { csvButton } from "../lib/csv.js";
import { button, el, named, section, svg, t } from "../lib/dom.js";
import { grounds, ZONES } from "./ballpark.js";
import { name, team } from "./board.js";

const SIDES = ["away", "home"];
const PLATE = [200, 342]; // the catcher's zone, 2
const ROUND = "a9 9 0 0";

/** Both teams' charts, named as in ``state``, from the ``box`` score; null where the game knows no zones. */
export function sprayCharts(state, box) {
  if (!SIDES.some((side) => box[side].zones)) return null;
  return section(
    t("spray"),
    "spray",
    el(
      "div",
      { class: "sprays" },
      SIDES.map((side) => chart(name(state, side), team(state, side), box[side])),
    ),
    csvButton(() => rows(state, box), t("spray")),
  );
}

const spot = (zone) => t(`spot.${zone === "2" ? "HP" : `Z${zone}`}`);

/** The figures of each team, and then of its players, zone by zone. */
function rows(state, box) {
  const of = (who, zones = {}) => Object.entries(zones).map(([zone, { hits, outs }]) => [who, spot(zone), hits, outs]);
  return [
    ["", t("zone"), t("hits"), t("outs")],
    ...SIDES.flatMap((side) => [
      ...of(name(state, side), box[side].zones),
      ...box[side].players.flatMap((each) => of(each.name, each.zones)),
    ]),
  ];
}

/** One team's, with a button for each of its players. */
function chart(of, color, { zones = {}, players }) {
  const drawn = el("div", { class: "sprayed" });
  const show = (who, balls, pressed) => {
    for (const each of picks) each.setAttribute("aria-pressed", String(each === pressed));
    drawn.replaceChildren(drawing(balls), table(t("spray-of", { who }), balls));
  };
  const pick = (words, who, balls) => {
    const node = button(words, () => show(who, balls, node), { class: "quiet" });
    return node;
  };
  const picks = [
    pick(t("whole-team"), of, zones),
    ...players.map((each) => pick(named(each.name), each.name, each.zones ?? {})),
  ];
  show(of, zones, picks[0]);
  return el(
    "div",
    { "data-color": color },
    el(
      "h3",
      {},
      named(of),
      el(
        "span",
        { class: "batted" },
        el("span", { class: "hits" }, t("hits")),
        el("span", { class: "outs" }, t("outs")),
      ),
    ),
    players.length > 0 && el("div", { class: "buttons", role: "group", "aria-label": of }, picks),
    drawn,
  );
}

const drawing = (zones) =>
  svg(
    "svg",
    { class: "field", viewBox: "-10 50 420 330", "aria-hidden": "true" },
    grounds(),
    Object.entries(zones).map(([zone, { hits, outs }]) => {
      const [x, y] = ZONES[`Z${zone}`] ?? PLATE;
      return svg(
        "g",
        { class: "batted", transform: `translate(${x} ${y})` },
        half("hits", -1, hits),
        half("outs", 1, outs),
      );
    }),
  );

/** The left or the right half of what stands in a zone. */
function half(kind, to, count) {
  const turn = to > 0 ? 1 : 0;
  return svg(
    "g",
    { class: kind },
    svg("path", {
      d: `M0 -15 h${18 * to} ${ROUND} ${turn} ${9 * to} 9 v12 ${ROUND} ${turn} ${-9 * to} 9 h${-18 * to} Z`,
    }),
    svg("text", { x: 13.5 * to, y: 7 }, count),
  );
}

/** The same for who does not see it. */
function table(caption, zones) {
  const head = (words) => el("th", { scope: "col" }, words);
  return el(
    "table",
    { class: "unseen" },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, head(t("zone")), head(t("hits")), head(t("outs")))),
    el(
      "tbody",
      {},
      Object.entries(zones).map(([zone, { hits, outs }]) =>
        el("tr", {}, el("th", { scope: "row" }, spot(zone)), el("td", {}, hits), el("td", {}, outs)),
      ),
    ),
  );
}
