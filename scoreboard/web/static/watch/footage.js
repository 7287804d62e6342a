// What the camera saw of a throw. A clip runs when it is tapped and not before, once: nothing moves that nobody asked
// for.

import { button, colorWord, el, t } from "../lib/dom.js";

/** The picture of a throw; one tap plays the seconds before it lay still. */
export function seen({ picture, clip }, cause) {
  if (!picture) return null;
  const image = el("img", {
    class: "seen",
    src: picture,
    alt: t("review-picture", { thing: thing(cause) }),
    width: 160,
    height: 160,
  });
  if (!clip) return el("figure", { class: "footage" }, image);
  let plays = 0;
  const film = button(
    [el("span", { "aria-hidden": "true" }, "▶"), ` ${t("review-watch")}`],
    () => {
      plays += 1;
      film.replaceChildren(el("img", { src: `${clip}?${plays}`, alt: t("review-clip"), width: 240, height: 240 }));
      film.setAttribute("aria-label", t("review-again"));
    },
    { class: "film quiet" },
  );
  return el("figure", { class: "footage" }, image, film);
}

function thing(cause) {
  if (cause?.type === "die") return t("thing-die", { color: colorWord(cause.color) });
  if (cause?.type === "chip") return t("thing-chip");
  return cause?.values?.length > 1 ? t("thing-roll") : t("thing-dice");
}
