// A game that was saved as one file, for people elsewhere: all of it is in the file, and nothing is fetched.

import { el, heading } from "../lib/dom.js";
import { seen } from "./footage.js";
import { ReplayedGame } from "./replayed_game.js";
import { sprayCharts } from "./spray.js";

/** What the camera saw of the moment that is shown, where the file has it; no more can be done with one here. */
class MomentPicture {
  #pictures;
  nodes = [];

  constructor(pictures) {
    this.#pictures = pictures;
    this.node = el("div", { class: "moment-picture" });
  }

  show({ line, cause }) {
    this.node.replaceChildren(...[seen({ picture: this.#pictures[line] }, cause)].filter(Boolean));
  }
}

const main = document.querySelector("main");
const { setup, states, pictures, ...game } = JSON.parse(document.getElementById("saved-game").textContent);
let state = { setup };
const whole = states.map((changed) => (state = { ...state, ...changed })); // each has what is new in it
main.replaceChildren(heading("Stadium Scoreboard"));
const picture = new MomentPicture(pictures);
const replayed = new ReplayedGame(main, { number: null, states: whole, ...game }, picture);
replayed.board.field.node.after(picture.node);
replayed.chances.node.after(...[sprayCharts(state, game.box)].filter(Boolean));
replayed.go(Number(new URLSearchParams(location.hash.slice(1)).get("line")) || Infinity);
