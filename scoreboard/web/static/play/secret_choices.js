// What the sides of this phone hold in secret, asked of the server, and what is chosen of it, sent there.

import { api, reach, t } from "../lib/dom.js";
import { placeOf, post, Refusal } from "../lib/send.js";

/** Fetches the hands of this phone, and sends what is chosen. */
export class SecretChoices {
  #asked = "";
  #isBusy = false;
  #on;

  /** ``onHands`` is called with the hands, ``onWords`` with what is to be said, ``onUnpaired`` as the controls have it.
   * */
  constructor({ onHands, onWords, onUnpaired }) {
    this.#on = { onHands, onWords, onUnpaired };
  }

  /** Whether something is being sent. */
  get isBusy() {
    return this.#isBusy;
  }

  /** The hands are asked for where a state may have changed them. */
  async follow({ game, number, hands: { due, played, chosen } }) {
    const asked = [game, due, number, played, chosen].join("|");
    if (asked === this.#asked) return;
    this.#asked = asked;
    try {
      const answer = await reach(api("secret"));
      if (answer.status === 401) this.#on.onUnpaired();
      else if (answer.ok && asked === this.#asked) this.#on.onHands((await answer.json()).hands);
    } catch {
      this.#asked = ""; // it is asked for again with the next state
    }
  }

  /** Send a choice, which holds where play stands in ``state``. */
  choose = (choice, state) => this.#send("secret", choice, placeOf(state));

  /** Take a side, or let it go. */
  sit = (side, take) => this.#send("secret/sides", { side, take }, {});

  async #send(path, value, query) {
    const { onHands, onWords, onUnpaired } = this.#on;
    if (this.#isBusy) return;
    this.#isBusy = true;
    onWords("");
    try {
      const { hands } = await post(path, value, { query, onWait: () => onWords(t("waiting")) });
      onHands(hands);
      onWords("");
    } catch (error) {
      if (!(error instanceof Refusal)) onWords(t("not-sent"));
      else if (error.status === 401) onUnpaired();
      else onWords(error.status === 412 ? t("overtaken") : error.message);
    } finally {
      this.#isBusy = false;
    }
  }
}
