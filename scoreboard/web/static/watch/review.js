// The umpire's review: what the camera saw of a play, how sure it was, and which clause of the law made the call.

import { open } from "../lib/dialog.js";
import { api, button, el, reach, t } from "../lib/dom.js";
import { seen } from "./footage.js";

const NUMBERED = /^[A-Z]\d/;
const MOST_SURE = 99.9; // per cent: what is open is never told as certain
const AGAIN_MS = 1_500;

/** The review of a play to look at, for who may not amend it. */
export function look(play, game) {
  const node = el("div", { class: "review" });
  open(t("review"), [el("p", { class: "was" }, play.told || play.refused), node]);
  return fill(node, { game, play });
}

/** Fill ``node`` with the review, and tell it; null where there is none. With ``propose(what)`` each other value is a
 * button that proposes it. In ``besides`` stands what is read by who wants to know: who said so, and the clauses. */
export async function fill(node, { game, play, propose = null, besides = node }) {
  const review = await fetched(api(`games/${game}/lines/${play.line}/review`), node);
  besides.inert = false;
  besides.hidden = !review;
  if (!review) return null;
  node.replaceChildren(...[seen(review, play.cause), propose && others(review, propose)].filter(Boolean));
  besides.append(...[recorded(review), ...reading(review), ...clauses(review)].filter(Boolean));
  return review;
}

/** The review, which is asked for again while ``node`` is looked at if nothing answers; null where there is none. */
async function fetched(address, node) {
  for (;;) {
    const answer = await reach(address).catch(() => null);
    if (answer) return answer.ok ? answer.json() : null;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (!node.isConnected) return null;
  }
}

/** What was recorded, where it was put right since. */
const recorded = ({ recorded }) =>
  recorded && el("p", { class: "recorded" }, t("review-recorded"), " ", el("s", {}, recorded));

/** How it was read, and who said so. */
function reading({ by, read, sure, asked, value, picture }) {
  if (value === null) return [];
  if (asked) return [el("p", {}, t("review-asked"))];
  if (by !== "camera") return [el("p", {}, by ? t(`review-by-${by}`) : t("review-by-nobody"))];
  const said = sure === null ? null : el("p", {}, t("review-read", { value: shown(read ?? value), sure }));
  return [said, !picture && el("p", { class: "hint" }, t("review-none"))];
}

/** The clause that made the call, and what else had a part in it; only those of the law have a number. */
function clauses({ clause, besides }) {
  return [clause, ...besides]
    .filter(Boolean)
    .map(({ name, said }) => el("p", { class: "clause" }, NUMBERED.test(name) && el("strong", {}, name), " ", said));
}

function others({ type, others }, propose) {
  if (!others.length) return null;
  const key = { die: "value", chip: "face", roll: "values" }[type];
  const buttons = others.map(({ value, likelihood }) =>
    button([el("b", {}, shown(value)), " ", el("small", {}, share(likelihood))], () => propose({ [key]: value }), {
      class: "quiet likely",
    }),
  );
  return el(
    "div",
    { role: "group", "aria-label": t("review-others") },
    el("h3", {}, t("review-others")),
    el("div", { class: "likelies" }, buttons),
  );
}

const share = (likelihood) =>
  likelihood < 0.001
    ? t("review-least")
    : t("review-share", {
        share: Number(Math.min(likelihood * 100, MOST_SURE).toFixed(1)),
      });

const shown = (value) =>
  Array.isArray(value) ? value.join(" ") : typeof value === "string" ? t(value) : String(value);
