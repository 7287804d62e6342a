// The season: standings, batting, records and dice of all finished games; of one player or team where its name stands
// behind the # of the address.

import { csvButton, dataTable } from "../lib/csv.js";
import { api, el, logo, named, painted, reach, section, svg, t } from "../lib/dom.js";
import { fetchRole, post } from "../lib/send.js";

const PLAYERS = new Set(["who", "team", "against", "leader", "follower", "series-winner"]);

/** The page. */
export async function show(main) {
  const asked = { year: "", rules: "" },
    part = el("div", { class: "season" });
  main.append(part);
  const draw = async () => {
    const name = decodeURIComponent(location.hash.slice(1));
    try {
      part.replaceChildren(...(name ? await career(name) : await season(asked, part, draw)));
    } catch (error) {
      part.replaceChildren(section(t("sorry"), "sorry", el("p", {}, error.message), back()));
    }
  };
  addEventListener("hashchange", () => draw().then(() => scrollTo(0, 0)));
  await draw();
}

const fetched = async (path, query) => {
  const answer = await reach(api(path, query)),
    value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
};

/** The season; while games are still counted, how far that is. */
async function season(asked, part, draw) {
  let found = await fetched("season", asked);
  while (found.uncounted) {
    part.replaceChildren(el("p", { role: "status" }, t("games-left", { number: found.uncounted })));
    found = await fetched("season", asked);
  }
  const pick = (key, all, choices) =>
    choices.length > 1 &&
    el(
      "label",
      {},
      all,
      el(
        "select",
        {
          onchange: ({ target }) => {
            asked[key] = target.value;
            draw();
          },
        },
        [["", t("season-all")], ...choices].map(([value, words]) =>
          el("option", { value, selected: value === asked[key] }, words),
        ),
      ),
    );
  const picks = el(
    "div",
    { class: "season-picks" },
    pick(
      "year",
      t("season-year"),
      found.years.map((year) => [year, year]),
    ),
    pick(
      "rules",
      t("season-rules"),
      found.rules.map(({ rules, called }) => [rules, called]),
    ),
  );
  if (!found.games && !asked.year && !asked.rules)
    return [section(t("season"), "season-top", el("p", {}, t("no-season")))];
  return [
    section(
      t("season"),
      "season-top",
      el("p", {}, t("season-games", { number: found.games })),
      found.damaged.length > 0 && el("p", { class: "damaged" }, t("season-damaged", { number: found.damaged.length })),
      picks,
    ),
    ...found.tables.filter(({ name }) => name !== "dice").map((each) => tableOf(each)),
    found.dice.length > 0 && dice(found.dice),
  ].filter(Boolean);
}

const back = () => el("p", {}, el("a", { href: "/season" }, t("season-back")));

/** What one player or team did; an owner may call it otherwise. */
async function career(name) {
  const [found, role] = await Promise.all([fetched("season/career", { name }), fetchRole().catch(() => null)]);
  return [
    section(found.name, "season-top", back()),
    ...found.tables.map((each) => tableOf(each)),
    role === "owner" && renaming(found),
  ].filter(Boolean);
}

function renaming({ name, is_team: isTeam }) {
  const said = el("p", { class: "reply", role: "alert" }),
    field = el("input", { value: name, maxlength: 40, required: true, autocomplete: "off" });
  const keep = async (event) => {
    event.preventDefault();
    try {
      const after = field.value.trim();
      await post("season/names", { kind: isTeam ? "teams" : "people", before: name, after });
      location.replace(`/season#${encodeURIComponent(after)}`);
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return section(
    t("season-rename"),
    "season-rename",
    el(
      "form",
      { onsubmit: keep },
      el("label", {}, t("season-called"), field),
      el("p", { class: "hint" }, t("season-merge")),
      said,
      el("button", { class: "main" }, t("save")),
    ),
  );
}

/** A table of many games; without ``isLinked`` names lead nowhere, where there are no careers and no replays. */
export function tableOf({ name, title, columns, rows }, { isLinked = true } = {}) {
  const [first, ...rest] = columns;
  const heads = columns.map((column) => head(column, rows[0][column.key]));
  const body = rows.map((row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, cell(row, first, isLinked)),
      rest.map((column) => el("td", { class: kindOf(row[column.key]) }, cell(row, column, isLinked))),
    ),
  );
  return el("section", { class: `season-${name}` }, el("h2", {}, title), dataTable(title, heads, body));
}

const kindOf = (value) => typeof value === "string" && "in-words";

const head = ({ short, full }, value) =>
  el("th", { scope: "col", title: full, abbr: full, class: kindOf(value) }, short);

/** A value; a name leads to whose it is, a date to the game. */
function cell(row, { key, digits = 0 }, isLinked) {
  const value = row[key];
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return digits ? averaged(value, digits) : String(value);
  if (isLinked && PLAYERS.has(key))
    return el("a", { href: `#${encodeURIComponent(value)}` }, logo(value), named(painted(value)));
  if (isLinked && key === "date" && row.game)
    return el("a", { href: `/games/${row.game}` }, value ? day(value) : `#${row.game}`);
  return named(value);
}

const averaged = (value, digits) => value.toFixed(digits).replace(/^0(?=\.\d{3})/, "");

const day = (date) =>
  new Date(`${date}T12:00`).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

const WIDE = 40,
  HIGH = 100;

/** How each die fell; as a table a row for each, with how often each face came. */
function dice(all) {
  const most = Math.max(...all.map(({ report }) => report.counts.length));
  const rows = () => [
    [t("csv-die"), ...[...Array(most).keys()].map((index) => index + 1), ""],
    ...all.map(({ report, called, words }) => [
      called,
      ...[...Array(most).keys()].map((index) => report.counts[index] ?? ""),
      words,
    ]),
  ];
  return section(t("season-dice"), "season-dice", all.map(die), csvButton(rows, t("season-dice")));
}

/** How a die fell: a bar a face, and a line where a fair die's bars end. */
function die({ report, called, words }) {
  const { counts, expected, face, verdict } = report,
    most = Math.max(...counts, expected * 1.5),
    high = (count) => (HIGH * count) / most;
  const faces = report.die === "chip" ? [t("hit"), t("out")] : counts.map((_, index) => index + 1);
  const bar = (count, index) => [
    svg("rect", {
      x: WIDE * index + 4,
      y: HIGH - high(count),
      width: WIDE - 8,
      height: high(count),
      class: face === index + 1 && "odd",
    }),
    svg("text", { x: WIDE * (index + 0.5), y: HIGH + 16, class: "die-face" }, faces[index]),
    svg("text", { x: WIDE * (index + 0.5), y: HIGH + 31 }, count),
  ];
  const fair = HIGH - high(expected);
  return el(
    "figure",
    { class: "die-report", "data-verdict": verdict },
    el("figcaption", {}, el("strong", {}, called), el("span", {}, words)),
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDE * counts.length} ${HIGH + 35}`,
        width: WIDE * counts.length,
        role: "img",
        "aria-label": `${called}: ${counts.join(", ")}`,
      },
      counts.map(bar),
      svg("line", { x1: 0, x2: WIDE * counts.length, y1: fair, y2: fair }),
    ),
  );
}
