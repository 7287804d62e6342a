// The list of plays, as the game in play goes on.

import { fetchStates, rewrites } from "./lines.js";

/** Keeps the list of the game in play whole; ``onWhole`` is called with what was said last, once it is. */
export class LivePlays {
  #plays;
  #onWhole;
  #game = null;
  #wanted = null;
  #isFetching = false;

  constructor(plays, onWhole) {
    [this.#plays, this.#onWhole] = [plays, onWhole];
  }

  /** The list goes on; where it has a gap, or lines read otherwise now, it is fetched whole, and again if need be. */
  async follow(state, isAnother) {
    const { game, number } = state,
      plays = this.#plays;
    this.#game = game;
    const isOne = !isAnother && !rewrites(state.cause);
    const follows = isOne && (plays.add({ ...state, line: number }) || number === plays.last);
    if (follows && !this.#isFetching) return; // a list that is on its way may be from before this line
    this.#wanted = { game, number };
    if (this.#isFetching) return;
    this.#isFetching = true;
    for (let isWhole = false; !isWhole; ) {
      const wanted = this.#wanted;
      const states = await fetchStates(wanted.game).catch(() => null);
      if (states && this.#game === wanted.game) plays.replace(states);
      const now = this.#wanted; // the same line may have been told once more meanwhile
      isWhole = now === wanted || (states && now.game === wanted.game && now.number === wanted.number);
    }
    this.#isFetching = false;
    this.#onWhole(plays.told);
  }
}
