// The scoreboard: the line score, the count, who is up, what is awaited. Rendered anew for every state.

import { announce, el, isolated, logo, named, painted, say, t } from "../lib/dom.js";
import { Ballpark } from "./ballpark.js";

const SIDES = ["away", "home"];
const FEW = 6; // innings that a phone shows at full size
const LAMPS = { balls: 3, strikes: 2, outs: 2 };

/** The colour of a side, as the style sheet knows it. */
export const team = (state, side) => state.setup[side].color.toLowerCase();
export const at_bat = (state) => (state.half === "top" ? "away" : "home");

/** Whether balls and strikes are counted in this game. */
export const hasCount = (state) => /^(diamante|four-dice)/.test(state.setup.rules);

/** A name as it is now: one that was put right stands in the state, else in the set-up. */
export const name = (state, side) => state.names?.[side] ?? state.setup[side].name;

/** The score of a state in one line, for the title of the window. */
export function scoreline(state) {
  return `${isolated(name(state, "away"))} ${state.away}, ${isolated(name(state, "home"))} ${state.home}`;
}

/** ▲3 or ▼3, with its words. */
export function inning(state) {
  const words = state.over ? t("final") : t(state.half, { inning: state.inning });
  const sign = state.over ? "" : state.half === "top" ? "▲" : "▼";
  return el("span", { class: "inning" }, el("span", { "aria-hidden": "true" }, sign), ` ${words}`);
}

/** Whether a word of it is too long for the place of a name on a phone at full size. */
const isLong = (words) => words.split(/\s/).some((word) => word.length > 10);

/** The line score; before the box is known only runs and hits. */
export function lineScore(state, box) {
  const first = box?.away.first ?? 1;
  const innings = box ? box.away.innings.map((_, index) => first + index) : [];
  const head = (words, whole) => el("th", { scope: "col", abbr: whole }, words);
  const row = (side) => {
    const runs = innings.map((number, index) => {
      const now = !state.over && number === state.inning && side === at_bat(state);
      return el("td", { class: now ? "now" : null }, box[side].innings[index] ?? "·");
    });
    const bats = !state.over && side === at_bat(state);
    return el(
      "tr",
      { "data-color": team(state, side), class: state.winner === side ? "won" : null },
      el(
        "th",
        { scope: "row" },
        el("span", { class: "swatch" }),
        logo(name(state, side)),
        named(name(state, side)),
        bats && el("span", { class: "bats", role: "img", "aria-label": t("bats") }),
      ),
      runs,
      el("td", { class: "runs" }, state[side]),
      el("td", {}, state.hits?.[side] ?? ""),
    );
  };
  const long = SIDES.some((side) => isLong(name(state, side)));
  return el(
    "table",
    { class: `line-score ${long ? "long" : ""} ${innings.length > FEW ? "many" : ""}` },
    el("caption", { class: "unseen" }, t("line-score")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head(el("span", { class: "unseen" }, t("team"))),
        innings.map((number) => head(String(number), t("inning", { inning: number }))),
        head(t("r"), t("runs")),
        head(t("h"), t("hits")),
      ),
    ),
    el("tbody", {}, SIDES.map(row)),
  );
}

/** A game of many innings is wider than a phone: the one in play is in sight, none is cut in half, and the keyboard
 * reaches the others. */
export function inSight(scores) {
  const [now] = scores.getElementsByClassName("now"),
    head = scores.querySelector("th[scope=row]");
  scores.style.removeProperty("--column"); // of an earlier width, or of fewer innings
  const isWide = scores.scrollWidth > scores.clientWidth;
  scores.tabIndex = isWide ? 0 : -1;
  if (isWide) wholeColumns(scores, head);
  scores.scrollLeft = now ? now.offsetLeft - head.offsetWidth - now.offsetWidth : scores.scrollWidth;
  scores.onscroll = () => markMore(scores);
  markMore(scores);
}

/** Mark the sides to which there is more. */
export function markMore(scores) {
  const left = scores.scrollLeft;
  scores.classList.toggle("more-before", left > 1);
  scores.classList.toggle("more-after", left + scores.clientWidth < scores.scrollWidth - 1);
}

/** As wide as whole columns fill what is beside the names and the runs, which stay where they are. */
function wholeColumns(scores, head) {
  const wide = (cell) => cell.getBoundingClientRect().width;
  const [runs] = scores.getElementsByClassName("runs");
  const room = scores.clientWidth - wide(head) - wide(runs);
  const widest = Math.max(...[...scores.querySelectorAll("tbody td:not(.runs)")].map(wide));
  scores.style.setProperty("--column", `${room / Math.max(1, Math.floor(room / widest))}px`);
  scores.style.setProperty("--names", `${wide(head)}px`);
}

/** Balls, strikes and outs as lamps, and as numbers for who hears them; outs alone in a game that counts no others. */
export function lamps(state) {
  const isCounted = ([what]) => what === "outs" || hasCount(state);
  const all = Object.entries(LAMPS)
    .filter(isCounted)
    .map(([what, most]) => {
      const lit = Math.min(state[what], most);
      const bulbs = [...Array(most).keys()].map((index) => el("i", { class: index < lit ? "lit" : null }));
      return el(
        "div",
        { class: `lamps ${what}`, role: "img", "aria-label": t(`count-${what}`, { count: state[what] }) },
        el("b", { "aria-hidden": "true" }, t(`lamp-${what}`)),
        bulbs,
      );
    });
  return el("div", { class: "all-lamps" }, all);
}

const count = (state) => el("div", { class: "count" }, inning(state), lamps(state));

const cap = (sign, extra = "") => el("span", { class: `cap ${extra}` }, painted(sign) || "\u00a0");

/** Which of two partners it is, by name; and whether the die that is due is theirs: the white one is the runners'. */
function partner(state, does, side) {
  const who = state.up?.[does];
  if (!who) return null;
  const due = state.awaits === state.setup[side].color || (does === "bats" && state.awaits === "white");
  return el(
    "span",
    { class: `who${due ? " due" : ""}`, "data-color": team(state, side) },
    el("span", { class: "swatch", "aria-hidden": "true" }),
    `${does === "bats" ? t("batter-of", { team: name(state, side) }) : t("pitcher-of", { team: name(state, side) })} `,
    el("b", {}, named(who)),
    due && ` – ${t("throws-now")}`,
  );
}

/** Who bats and pitches where partners play, the helmet at bat, and the dugout in order. */
export function lineup(state) {
  if (state.over) return null;
  const people = [
    partner(state, "bats", at_bat(state)),
    partner(state, "pitches", at_bat(state) === "away" ? "home" : "away"),
  ];
  const worded = (sign) => t(`helmet-${{ "+": "plus", "-": "minus" }[sign] ?? "plain"}`);
  const dugout =
    state.dugout &&
    el(
      "span",
      {
        class: "bench",
        role: "img",
        "aria-label": t("dugout-is", { at_bat: worded(state.batter), waiting: state.dugout.map(worded).join(", ") }),
      },
      t("at-bat"),
      cap(state.batter, "up"),
      t("dugout"),
      state.dugout.map((sign) => cap(sign)),
    );
  if (!people.some(Boolean) && !dugout) return null;
  return el("div", { class: "lineup", "data-color": team(state, at_bat(state)) }, people, dugout);
}

const THINGS = /^(chip|dice)$/;

/** A die, the dice or the chip, as it looks. */
export const thing = (what) =>
  el("span", {
    class: "thing",
    "aria-hidden": "true",
    "data-color": THINGS.test(what) ? null : what.toLowerCase(),
    "data-thing": what,
  });

/** What is awaited, in one sentence, with the thing itself before it. */
const awaited = (state) =>
  el("p", { class: "awaits" }, state.awaits && thing(state.awaits), el("span", {}, state.said));

/** The whole of a state: what is live and what is replayed show it alike. */
export class Scoreboard {
  constructor() {
    this.field = new Ballpark();
    this.table = el("div", { class: "scores", role: "region", "aria-label": t("line-score") });
    this.count = el("div");
    this.lineup = el("div");
    this.awaits = el("div", { class: "next" });
    this.told = el("p", { class: "told", role: "status", "aria-live": "polite" });
    this.notice = el("p", { class: "notice", role: "status", hidden: true });
    this.fault = el("p", { class: "fault", role: "status", hidden: true });
    this.words = el("div", { class: "words" }, this.told, this.awaits, this.notice, this.fault);
    this.node = el(
      "div",
      { class: "scoreboard" },
      el("div", { class: "slate" }, this.table, this.count),
      el("div", { class: "park" }, this.field.node, this.lineup),
      this.words,
    );
  }

  show(state, { box = null, told = undefined } = {}) {
    this.table.replaceChildren(lineScore(state, box));
    inSight(this.table);
    this.count.replaceChildren(count(state));
    this.lineup.replaceChildren(...[lineup(state)].filter(Boolean));
    this.awaits.replaceChildren(state.over ? outcome(state) : awaited(state));
    this.field.show(state);
    this.notice.hidden = !state.notice;
    say(this.notice, state.notice ? t("panel-says", { words: state.notice }) : "");
    this.fault.hidden = !state.held;
    say(this.fault, state.held ? t("not-saved") : "");
    if (told !== undefined) this.tell(told, { isNew: true });
  }

  /** The play that was made, read aloud: once, and again where it is another one in the same words. */
  tell(told, { isNew = false } = {}) {
    if (isNew) announce(this.told, told ?? "");
    else if (this.told.textContent.trim() !== told) say(this.told, told ?? "");
  }
}

/** Who has won. */
export function outcome(state) {
  const nobody = state.away === state.home ? t("is-tie") : t("no-winner");
  const words = state.winner ? t("won", { team: name(state, state.winner) }) : nobody;
  return el("p", { class: "outcome", "data-color": state.winner && team(state, state.winner) }, words);
}
