// Sending an address on: by the phone's own sheet, or by copying it. A page without a certificate, as one on a home's
// network is, is allowed neither by most browsers; there the address stands in a field, ready to be copied by hand.

import { api, button, el, say, t } from "../lib/dom.js";

/** Links to pictures of a game, or of the play of a ``line``, to be sent on, and to the game in every form there is. */
export function pictures(game, line = null) {
  const link = (shape, words) => {
    const address = api(`games/${game}/picture.png`, { shape, ...(line === null ? {} : { line }) });
    const name = `game-${game}${line === null ? "" : `-${line}`}-${shape}.png`;
    return el("a", { href: address, download: name }, words);
  };
  const page = (words, asked = {}) =>
    el("a", { href: api(`games/${game}/game.html`, asked), download: `game-${game}.html` }, words);
  return el(
    "span",
    { class: "pictures" },
    link("square", t("picture-square")),
    link("wide", t("picture-wide")),
    line === null && page(t("save-page")),
    line === null && document.body.dataset.camera && page(t("save-page-pictures"), { pictures: 1 }),
    line === null && forms(game),
  );
}

/** The game as a scorecard, as tables, and whatever else the stadium can write; the server names the file. */
function forms(game) {
  const names = (document.body.dataset.forms ?? "").split(" ").filter(Boolean);
  const link = (name) => el("a", { href: api(`games/${game}/export/${name}`), download: "" }, t(`form-${name}`));
  return el("details", { class: "forms" }, el("summary", {}, t("more-forms")), ...names.map(link));
}

/** A button that shares an address of this page, and what it comes to. */
export function share(path, title) {
  const url = new URL(path, location.href).href;
  const said = el("p", { class: "hint", role: "status" });
  const field = el("input", {
    class: "address",
    value: url,
    readonly: true,
    "aria-label": t("sent-by-hand"),
    hidden: true,
    onfocus: (event) => event.target.select(),
  });
  const byHand = () => {
    field.hidden = false;
    field.focus();
    say(said, t("sent-by-hand"));
  };
  const send = async () => {
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      return say(said, t("copied"));
    } catch (error) {
      return error.name === "AbortError" ? null : byHand(); // who closed the sheet has changed his mind
    }
  };
  return el("div", { class: "share-box" }, button(t("send"), send, { class: "main" }), said, field);
}
