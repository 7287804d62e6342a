// Which sides this phone plays: it takes one, or lets it go.

import { button, el, t } from "../lib/dom.js";

/** A place for each side. ``mine`` are the sides of this phone, ``sides`` what is known of one: its team and colour;
 * ``sit(side, take)`` takes one or lets it go. */
export function seats({ mine, played, isOwner, sides, sit }) {
  const seat = (side) => {
    const { team, color } = sides(side);
    const offer = (kind, words, take) => button(words, () => sit(side, take), { class: kind, "data-color": color });
    if (mine.includes(side)) return offer("quiet", t("leave-side", { team }), false);
    if (!played.includes(side))
      return mine.length
        ? offer("quiet", t("i-play-too", { team }), true)
        : offer("choice side", t("i-play", { team }), true);
    return [
      el("p", { class: "hint" }, t("side-elsewhere", { team })),
      isOwner && offer("quiet", t("free-side", { team }), false),
    ];
  };
  return el("div", { class: "seats" }, ["away", "home"].map(seat));
}
