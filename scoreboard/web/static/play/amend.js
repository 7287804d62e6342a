// A past play put right: tap it, choose what it was, see what no longer fits, confirm.

import { open, preview } from "../lib/dialog.js";
import { button, colorWord, el, t } from "../lib/dom.js";
import { faces, keypad, rollPad, upto } from "./pad.js";
import { fetchSettable, setForm } from "./score_form.js";

const D10 = 10;
const D6 = 6;

/** The dialog about the play of that state; ``send(line, at, again)`` sends the amendment and tells whether it was
 * taken: only where play is still ``at`` the moment that was shown, else it calls ``again()``. */
export function amend(play, state, send) {
  const { cause, line } = play;
  const would = el("div", { class: "preview", "aria-live": "polite" });
  const propose = (what) => {
    preview(would, { type: "amend", line, ...what }, async (...shown) => (await send(...shown)) && sheet.close());
  };
  const others = el("div", { class: "others" });
  const review = el("div", { class: "review" });
  const reviewed = import("../watch/review.js").then(({ fill }) => fill(review, { game: state.game, play, propose }));
  const sheet = open(
    t("amend"),
    [
      el("p", { class: "was" }, play.told || play.refused),
      review,
      mended(play, propose),
      el(
        "div",
        { class: "buttons" },
        cause.type === "die" && choice(t("other-die"), () => others.replaceChildren(otherDice(cause, state, propose))),
        choice(t("never"), () => propose({ as: null })),
        choice(t("missed"), async () =>
          others.replaceChildren(missed(state, propose), ...said(await reviewed, propose)),
        ),
      ),
      others,
      would,
    ].filter(Boolean),
  );
}

const choice = (words, onclick) => button(words, onclick, { class: "quiet" });

/** What it really showed. */
function mended(play, propose) {
  const { cause } = play;
  if (cause.type === "die") {
    return asked(
      keypad(upto(D10), {
        color: cause.color.toLowerCase(),
        was: cause.value,
        label: t("it-was"),
        onpick: (value) => propose({ value }),
      }),
    );
  }
  if (cause.type === "chip")
    return asked(keypad(faces(), { was: cause.face, label: t("it-was"), onpick: (face) => propose({ face }) }));
  if (cause.type === "roll")
    return asked(rollPad(cause.values.length, D6, (values) => propose({ values }), cause.values));
  if (cause.type === "set") return asked(restated(play, propose));
  return null;
}

/** What a line says, without when and by whom. */
const stated = ({ at: _at, by: _by, confidence: _confidence, ...line }) => line;

/** A score that was put right, and not as it was meant. */
function restated({ cause, line }, propose) {
  const node = el("div");
  fetchSettable(line).then(
    (settable) => node.replaceChildren(setForm(settable, (now) => propose({ as: together(stated(cause), now) }))),
    (error) => node.replaceChildren(el("p", { class: "refused" }, error.message || t("not-sent"))),
  );
  return node;
}

/** What was said, and what is said now in its place; `hits` and `names` are said side by side. */
function together(said, now) {
  const parts = Object.entries(now).map(([key, value]) => [
    key,
    value?.constructor === Object ? { ...said[key], ...value } : value,
  ]);
  return { ...said, ...Object.fromEntries(parts) };
}

const asked = (pad) => el("div", { class: "asked" }, el("h3", {}, t("it-was")), pad);

const colors = (state) => [state.setup.away.color, state.setup.home.color, "white"];

/** It was the die of another colour. */
function otherDice(cause, state, propose) {
  const of = (color) =>
    choice(t("thing-die", { color: colorWord(color) }), () =>
      propose({ as: { type: "die", color, value: cause.value } }),
    );
  return el(
    "div",
    { class: "buttons" },
    colors(state)
      .filter((color) => color !== cause.color)
      .map(of),
  );
}

/** What could be said at that moment, and was missed. */
function said(review, propose) {
  const offers = review?.missed ?? [];
  return offers.length
    ? [
        el("h3", {}, t("calls")),
        el(
          "div",
          { class: "buttons" },
          offers.map((offer) => choice(offer.said, () => propose({ add: offer.line }))),
        ),
      ]
    : [];
}

/** A throw before it was missed. */
function missed(state, propose) {
  if (!state.setup.rules.startsWith("diamante")) return missedRoll(state, propose);
  const pad = (color) =>
    el(
      "div",
      {},
      el("h3", {}, t("thing-die", { color: colorWord(color) })),
      keypad(upto(D10), {
        color: color.toLowerCase(),
        label: colorWord(color),
        onpick: (value) => propose({ add: { type: "die", color, value } }),
      }),
    );
  const chip = el(
    "div",
    {},
    el("h3", {}, t("thing-chip")),
    keypad(faces(), { label: t("thing-chip"), onpick: (face) => propose({ add: { type: "chip", face } }) }),
  );
  return el("div", { class: "missed" }, colors(state).map(pad), chip);
}

function missedRoll(state, propose) {
  const dice = state.offers.dice;
  return dice ? rollPad(dice, D6, (values) => propose({ add: { type: "roll", values } })) : el("p", {}, t("no-dice"));
}
