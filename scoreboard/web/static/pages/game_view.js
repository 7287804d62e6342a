// The game as it is played: on a phone with controls, on a TV without.

import { el, hasCome, heading, say, section, t } from "../lib/dom.js";
import { banner, scan, showLost } from "../lib/frame.js";
import { Live } from "../lib/live.js";
import { fetchRole } from "../lib/send.js";
import { Dock } from "../play/dock.js";
import {
  AutopilotPart,
  BoardPart,
  CameraPart,
  ChancesPart,
  EndingPart,
  HandsPart,
  HousePart,
  NextGamePart,
  PartnersPart,
} from "../play/game_parts.js";
import { Scoreboard, scoreline } from "../watch/board.js";
import { LiveBox } from "../watch/box.js";
import { LivePlays } from "../watch/live_plays.js";
import { Plays } from "../watch/plays.js";
import { Question } from "../watch/question.js";

const main = document.querySelector("main");
const { lang } = document.documentElement;

/** Puts the parts together, hands each state to them, and knows what this phone may do. */
export class GameView {
  #state = null;
  #dock = null;
  #role = null;
  #health = null;
  #sound = null;

  constructor({ controlled }) {
    this.controlled = controlled;
    this.heading = heading("");
    this.board = new Scoreboard();
    this.plays = new Plays();
    this.livePlays = new LivePlays(this.plays, (told) => this.#tell(told));
    this.boxScore = new LiveBox((box) => this.#showBox(box));
    this.chances = new ChancesPart();
    this.question = new Question();
    this.seen = new BoardPart(this.board.field, (right) => this.#dock.sender.send({ right }, "board"));
    this.board.words.append(this.seen.slot);
    this.hands = new HandsPart({
      onUnpaired: () => this.#unpaired(),
      onKeys: (keys) => this.#dock?.choose(keys),
    });
    this.partners = new PartnersPart(controlled ? null : this.board);
    this.house = new HousePart();
    this.autopilot = new AutopilotPart();
    this.nextGame = new NextGamePart(
      (keys) => this.#dock?.playNext(keys),
      (words) => this.#dock?.sender.tell(words),
    );
    this.ending = new EndingPart(this.board);
    this.camera = document.body.dataset.camera ? new CameraPart(() => this.#health?.devices.camera?.said) : null;
    this.scorer = el("div", { class: "scorer" });
    const last = controlled ? this.camera?.node : scan();
    this.parts = [
      this.heading,
      banner,
      this.question.node,
      this.partners.slot,
      this.board.node,
      this.house.slot,
      controlled && this.ending.slot,
      this.hands.slot,
      this.autopilot.slot,
      this.scorer,
      this.plays.node,
      controlled && this.chances.slot,
      this.boxScore.node,
      last,
    ].filter(Boolean);
    main.replaceChildren(...this.parts);
    if (!controlled) this.board.words.append(this.chances.slot);
    this.live = new Live({
      onState: (state, whole) => this.#receive(state, whole),
      onLink: lost,
      onHealth: (health) => (this.#health = health),
      stays: () => this.#sound?.isOn,
    });
  }

  async begin() {
    this.live.open();
    if (!this.controlled) return;
    this.#fetchSound();
    this.#paired(await fetchRole().catch(() => null));
  }

  /** The switch for sounds. If its script does not come now, it is fetched with a later state. */
  async #fetchSound() {
    if (!this.controlled || this.#sound) return;
    const { Sound } = await import("../watch/sound.js").catch(() => ({}));
    if (Sound && !this.#sound) this.plays.node.after((this.#sound = new Sound()).node);
  }

  #paired(role) {
    this.#role = role;
    if (role) {
      this.#dock = new Dock({ onUnpaired: () => this.#unpaired(), openHands: () => this.hands.open() });
      this.#dock.tell(this.board.told.textContent);
      this.scorer.replaceChildren();
      this.plays.pickable((play) => this.#amend(play), t("plays-amend"));
    } else {
      this.scorer.replaceChildren(el("a", { class: "main join", href: "/pair" }, t("score-here")));
      this.plays.pickable((play) => this.#look(play), t("plays-look"));
    }
    if (this.#state) this.#show(this.#state);
  }

  #unpaired() {
    this.#dock?.leave();
    this.#dock = null;
    this.#paired(null);
  }

  async #amend(play) {
    const { amend } = await import("../play/amend.js");
    amend(play, this.#state, (line, at, onOvertaken) => this.#dock.sender.send(line, "lines", { at, onOvertaken }));
  }

  async #look(play) {
    const { look } = await import("../watch/review.js");
    look(play, this.#state.game);
  }

  #receive(state, whole) {
    if (!state.setup) {
      this.#dock?.node.remove();
      return noGame();
    }
    if (!this.board.node.isConnected) main.replaceChildren(...this.parts);
    const isAnother = this.#state?.game !== state.game;
    const told = whole || !state.cause ? undefined : state.told; // what changes without a line says nothing new
    if (this.#state && !isAnother && !whole && state.number < this.#state.number) return null;
    this.#sound?.hear(state, this.#state, whole || isAnother);
    this.#fetchSound();
    this.#state = state;
    if (isAnother) this.plays.fold();
    this.camera?.look();
    this.#show(state, told);
    this.livePlays.follow(state, whole || isAnother);
    this.boxScore.follow(state);
    this.chances.follow(state);
    return hasCome("shown");
  }

  #show(state, told) {
    document.title = scoreline(state);
    say(this.heading, scoreline(state));
    this.board.show(state, { box: this.boxScore.box, told });
    this.ending.show(state, this.boxScore.box);
    this.question.show(state, Boolean(this.#role));
    this.hands.show(state, this.#role);
    this.partners.show(state);
    this.house.show(state);
    this.seen.show(state, Boolean(this.#dock));
    if (!this.#dock) {
      this.autopilot.slot.hidden = true;
      return;
    }
    if (told !== undefined) this.#dock.tell(told);
    this.#dock.show(state);
    if (!this.#dock.node.isConnected) document.body.append(this.#dock.node);
    this.autopilot.show(state);
    this.nextGame.show(state);
  }

  #tell(told) {
    this.board.tell(told);
    this.#dock?.tell(told);
  }

  #showBox(box) {
    this.board.show(this.#state, { box });
    this.ending.show(this.#state, box);
  }
}

function noGame() {
  main.replaceChildren(banner, section(t("no-game"), "no-game", el("p", {}, t("no-game-yet"))));
  hasCome("shown");
}

function lost(since) {
  showLost(Boolean(since), () => t("not-live", { time: since.toLocaleTimeString(lang, { timeStyle: "short" }) }));
}
