// A past play put right: tap it, choose what it was, see what no longer fits, confirm. Each sheet asks one thing.

import { open, preview } from "../lib/dialog.js";
import { button, colorWord, el, t } from "../lib/dom.js";
import { D6, faces, keypad, pick, rollOf, rollPad, sidesOf, upto } from "./pad.js";
import { fetchSettable, setForm } from "./score_form.js";

const D10 = 10;

/** The sheet about the play of that state; ``send(line, at, again)`` sends the amendment and tells whether it was
 * taken: only where play is still ``at`` the moment that was shown, else it calls ``again()``. */
export function amend(play, state, send) {
  const { cause, line } = play,
    sheets = [];
  const ask = (title, draw) => {
    const would = el("div", { class: "preview", "aria-live": "polite" });
    const propose = (what) =>
      preview(would, { type: "amend", line, ...what }, async (...shown) => {
        if (await send(...shown)) for (const each of [...sheets].reverse()) each.close();
      });
    const { first, last = [] } = draw(propose);
    sheets.push(open(title, [first, would, last].flat().filter(Boolean)));
    return propose;
  };
  const seen = el("div", { class: "review" }),
    why = el("details", { class: "why", inert: true }, el("summary", {}, t("review-why"))); // has its place at once
  let reviewed = null;
  ask(t("amend"), (propose) => {
    reviewed = import("../watch/review.js").then(({ fill }) =>
      fill(seen, { game: state.game, play, propose, besides: why }),
    );
    return {
      first: [el("p", { class: "was" }, play.told || play.refused), seen, mended(play, propose)],
      last: [
        el(
          "div",
          { class: "buttons" },
          cause.type === "die" && choice(t("other-die"), () => ask(t("which-die"), otherDice(cause, state))),
          choice(t("never"), () => ask(t("never"), () => ({ first: [] }))({ as: null })),
          choice(t("missed"), () => ask(t("missed-what"), missed(state, reviewed))),
        ),
        why,
      ],
    };
  });
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
    return asked(
      rollPad(
        cause.values.length,
        cause.sides ?? D6,
        (values) => propose({ values, ...sidesOf(cause.sides ?? D6) }),
        cause.values,
      ),
    );
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

const diceOf = (state) => [state.setup.away.color, state.setup.home.color, "white"];

/** Things that may have been thrown, one of which is tapped. */
const things = (listed) =>
  el(
    "div",
    { class: "keypad things" },
    listed.map(({ said, color, onpick }) =>
      button(said, (event) => onpick(event.currentTarget), { "data-color": color?.toLowerCase() }),
    ),
  );

const dieSaid = (color) => t("thing-die", { color: colorWord(color) });

/** It was the die of another colour. */
const otherDice = (cause, state) => (propose) => ({
  first: things(
    diceOf(state)
      .filter((color) => color !== cause.color)
      .map((color) => ({
        said: dieSaid(color),
        color,
        onpick: () => propose({ as: { type: "die", color, value: cause.value } }),
      })),
  ),
});

/** What before it was missed: which thing first, then its pad, or what could be said at that moment. */
const missed = (state, reviewed) => (propose) => {
  const pad = el("div", { class: "asked" });
  const show = (drawn) => (picked) => {
    pick(picked);
    pad.replaceChildren(...[drawn()].flat());
  };
  const asked = throws(state, propose).map((each) => ({ ...each, onpick: show(each.drawn) }));
  const picks = things(asked);
  reviewed.then((review) => {
    const offers = review?.missed ?? [],
      each = (offer) => choice(offer.said, () => propose({ add: offer.line }));
    const onpick = show(() => el("div", { class: "buttons" }, offers.map(each)));
    if (offers.length) picks.append(...things([{ said: t("missed-said"), onpick }]).children);
  });
  return { first: [picks, pad] };
};

/** What may have been thrown: its name, and its pad. */
function throws(state, propose) {
  const { dice, sides } = state.offers,
    add = (line) => propose({ add: line });
  if (!state.setup.rules.startsWith("diamante")) {
    const drawn = () => (dice ? rollPad(dice, sides, (values) => add(rollOf(values, sides))) : t("no-dice"));
    return [{ said: t("thing-roll"), drawn }];
  }
  const die = (color) => ({
    said: dieSaid(color),
    color,
    drawn: () =>
      keypad(upto(D10), {
        color: color.toLowerCase(),
        label: dieSaid(color),
        onpick: (value) => add({ type: "die", color, value }),
      }),
  });
  const drawn = () => keypad(faces(), { label: t("thing-chip"), onpick: (face) => add({ type: "chip", face }) });
  return [...diceOf(state).map(die), { said: t("thing-chip"), drawn }];
}
