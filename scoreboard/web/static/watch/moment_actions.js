// What can be done with the moment that a replay shows: looked at, put right where it is the game on the board, shared.

import { readdress, sendShown } from "../lib/dialog.js";
import { button, el, t } from "../lib/dom.js";
import { amendable, reviewable } from "./lines.js";
import { pictures } from "./share.js";

/** Its buttons and its address; ``onTap`` is called before a sheet opens. */
export class MomentActions {
  #game;
  #state = null;
  #live = null;

  constructor(game, onTap) {
    this.#game = game;
    const tapped = (act) => () => {
      onTap();
      act();
    };
    this.amend = button(
      t("amend"),
      tapped(() => this.#amend()),
      { class: "quiet amend-this", hidden: true },
    );
    this.review = button(
      t("review"),
      tapped(() => this.#review()),
      { class: "quiet review-this" },
    );
    this.address = el("a", { class: "share" });
    this.pictures = el("span");
    this.sent = el("p", { class: "hint sent" }, t("share"), " ", this.address, this.pictures);
    this.nodes = [this.review, this.amend];
    this.why = el("p", { class: "hint amends", hidden: true });
  }

  show(state) {
    this.#state = state;
    this.review.disabled = !reviewable(state);
    this.amend.hidden = !(this.#live && amendable(state)); // its dialog has the review, too
    this.review.hidden = !this.amend.hidden;
    const address = `/games/${this.#game}?line=${state.line}`;
    readdress(address);
    this.address.href = address;
    this.address.textContent = `${location.host}${address}`;
    this.pictures.replaceChildren(pictures(this.#game, state.line));
    this.pictures.style.visibility = amendable(state) ? null : "hidden"; // so that nothing moves about
  }

  /** The game is the one on the board, whose state is ``live``: what was misread can be put right here. */
  canAmend(live) {
    this.#live = live;
    this.show(this.#state);
  }

  /** Say why nothing can be put right here, and what to do. */
  say(...words) {
    this.why.hidden = false;
    this.why.replaceChildren(...words.flat());
  }

  #review() {
    import("./review.js").then(({ look }) => look(this.#state, this.#game));
  }

  #amend() {
    import("../play/amend.js").then(({ amend }) => amend(this.#state, this.#live, send));
  }
}

/** Send an amendment; the game reads otherwise then, so it is shown anew. */
async function send(...line) {
  const sent = await sendShown(...line);
  if (sent) location.reload();
  return sent;
}
