// The page: which view it is, and what is alive on it. Every view is a rendering of the states that the server sends;
// nothing is judged here. There is no framework and no build step: what the browser runs is what stands here.

import { el, hasCome, heading, say, section, t } from "../lib/dom.js";
import { amend } from "../play/amend.js";
import { Scoreboard, scoreline } from "../watch/board.js";
import { boxScore, fetchBox } from "../watch/box.js";
import { Controls } from "../play/controls.js";
import { Live } from "../lib/live.js";
import { fetchStates, Plays, rewrites } from "../watch/plays.js";
import { Question } from "../watch/question.js";
import { askedAt, fetchRole } from "../lib/send.js";

const look = (play, of) => import("../watch/review.js").then((review) => review.look(play, of));
const LATER_MS = 3_000;
const PRODUCT = "Stadium Scoreboard";
const main = document.querySelector("main");
const { view, game } = document.body.dataset;

/** The line that says that nothing is heard from the server. */
const banner = el("p", { class: "not-live", role: "status", hidden: true });

/** Show or hide it; ``words()`` are made when it comes, and stay. */
function showLost(isLost, words) {
  banner.hidden = !isLost;
  document.body.classList.toggle("stale", isLost);
  if (!isLost) banner.textContent = "";
  else if (!banner.textContent) banner.textContent = words();
}

/** The game as it is played: on a phone with controls, on a TV without. */
class LiveView {
  #box = null;
  #state = null;
  #innings = "";
  #wanted = null;
  #fetching = false;

  constructor({ controlled }) {
    this.board = new Scoreboard();
    this.plays = new Plays();
    this.question = new Question({ answer: (value, state) =>
      this.controls.send({ value, what: state.asked.what }, "answer", { at: askedAt(state) }) });
    this.boxes = el("div");
    this.controls = new Controls({ onUnpaired: () => this.#unpaired() });
    this.scorer = el("div", { class: "scorer" });
    this.beside = el("div", { class: "beside" });
    this.partnerSlot = el("div", { class: "partner-slot" });
    this.tableTop = el("div", { class: "hands-slot" });
    this.ownHand = el("div", { class: "own-hand-slot" });
    this.role = null;
    [this.sound, this.final, this.camera, this.health] = [null, null, null, null];
    this.controlled = controlled;
    const box = el("details", { class: "box-score" }, el("summary", {}, t("box")), this.boxes);
    this.heading = heading("");
    this.parts = [this.heading, banner, this.question.node, this.partnerSlot, this.board.node, this.tableTop, this.beside, this.scorer,
      this.plays.node, box, ...(controlled ? this.#camera() : [scan()])];
    main.replaceChildren(...this.parts);
    this.live = new Live({ onState: (state, whole) => this.#receive(state, whole), onLink: (since) => this.#link(since),
      onHealth: (health) => (this.health = health), stays: () => this.sound?.isOn });
  }

  async begin() {
    this.live.open();
    if (!this.controlled) return;
    import("../watch/sound.js").then(({ Sound }) => this.plays.node.after((this.sound = new Sound()).node));
    this.#paired(await fetchRole().catch(() => null));
  }

  /** The camera's picture, if there is one, of which nothing is loaded before somebody opens it. */
  #camera() {
    if (!document.body.dataset.camera) return [];
    const node = el("details", { class: "camera" }, el("summary", {}, t("camera")));
    node.addEventListener("toggle", async () => {
      const { Camera } = await import("../watch/camera.js");
      this.camera ??= new Camera(node, () => this.health?.devices.camera?.said);
      this.camera.look();
    });
    return [node];
  }

  #paired(role) {
    this.role = role;
    if (role) {
      this.scorer.replaceChildren(this.ownHand, this.controls.node, el("a", { class: "new-link", href: "/new" }, t("new-game")));
      this.plays.pickable((play) => amend(play, this.#state, (line, at, onOvertaken) =>
        this.controls.send(line, "lines", { at, onOvertaken })), t("plays-amend"));
    } else {
      this.scorer.replaceChildren(el("a", { class: "main join", href: "/pair" }, t("score-here")));
      this.plays.pickable((play) => look(play, this.#state.game), t("plays-look"));
    }
    if (this.#state) this.#show(this.#state);
  }

  #unpaired() {
    this.beside.replaceChildren();
    this.shown = "";
    this.#paired(null);
  }

  #receive(state, whole) {
    if (!state.setup) return this.#noGame();
    if (!this.board.node.isConnected) main.replaceChildren(...this.parts);
    const isAnother = this.#state?.game !== state.game;
    const told = whole || !state.cause ? undefined : state.told; // what changes without a line says nothing new
    if (this.#state && !isAnother && !whole && state.number < this.#state.number) return;
    this.sound?.hear(state, this.#state, whole || isAnother);
    this.#state = state;
    if (isAnother) this.plays.fold();
    this.camera?.look();
    this.#show(state, told);
    this.#list(state, whole || isAnother);
    this.#score(state);
    hasCome("shown");
  }

  #show(state, told) {
    document.title = scoreline(state);
    say(this.heading, scoreline(state));
    this.board.show(state, { box: this.#box, told });
    this.#end(state);
    this.question.show(state, Boolean(this.role));
    this.#showHands(state);
    this.#showPartners(state);
    if (!this.role) return;
    this.controls.show(state);
    this.#besides(state);
  }

  /** What only some games need: how it goes on after the last play, and who throws in a demonstration. */
  async #besides(state) {
    const what = state.over ? "again" : typeof state.autopilot === "boolean" || state.not_by_itself ? "autopilot" : "";
    const key = `${what} ${what && state.game}`;
    if (this.shown !== key) {
      this.shown = key;
      const made = !what ? null : what === "again" ? await (await import("../play/again.js")).again() : new (await import("../play/autopilot.js")).Autopilot();
      if (this.shown !== key) return;
      this.autopilot = what === "autopilot" ? made : null;
      this.beside.replaceChildren(...[made?.node ?? made].filter(Boolean));
    }
    this.autopilot?.show(this.#state.autopilot, this.#state.not_by_itself);
  }

  /** Cards, gloves and signs, in a game that has them. */
  async #showHands(state) {
    const has = Boolean(state.hands);
    this.tableTop.hidden = this.ownHand.hidden = !has;
    if (!has) return;
    this.hands ??= import("../play/hands.js").then(({ Hands }) => new Hands({ slot: this.tableTop, ownSlot: this.ownHand,
      onUnpaired: () => this.#unpaired() }));
    const hands = await this.hands;
    if (state === this.#state) hands.show(state, this.role);
  }

  /** What each of two partners does, in a game that names them. */
  async #showPartners(state) {
    this.partnerSlot.hidden = !state.partners;
    if (!state.partners) return;
    this.partners ??= import("../watch/partners.js").then(({ Partners }) => new Partners(this.partnerSlot, this.controlled ? null : this.board));
    const partners = await this.partners;
    if (state === this.#state) partners.show(state);
  }

  /** The list goes on; where it has a gap, or lines read otherwise now, it is fetched whole, and again if need be. */
  async #list(state, anew) {
    const rewritten = rewrites(state.cause);
    const isOne = !anew && !rewritten;
    const follows = isOne && (this.plays.add({ ...state, line: state.number }) || state.number === this.plays.last);
    if (follows && !this.#fetching) return; // a list that is on its way may be from before this line
    this.#wanted = { game: state.game, number: state.number };
    if (this.#fetching) return;
    this.#fetching = true;
    for (let wanted = null; wanted !== this.#wanted;) {
      wanted = this.#wanted;
      const states = await fetchStates(wanted.game).catch(() => null);
      if (states && this.#state.game === wanted.game) this.plays.replace(states);
    }
    this.#fetching = false;
    this.board.tell(this.plays.told);
  }

  /** The runs by inning are fetched when they can have changed. */
  async #score(state) {
    const innings = [state.game, state.inning, state.half, state.away, state.home, state.over].join();
    if (innings === this.#innings && !rewrites(state.cause)) return;
    this.#innings = innings;
    const box = await fetchBox(state.game).catch(() => null);
    if (innings !== this.#innings) return;
    if (!box) this.#innings = ""; // asked for again with the next state
    if (!box) return;
    this.#box = box;
    this.boxes.replaceChildren(boxScore(box));
    this.board.show(this.#state, { box });
    this.#end(this.#state);
  }

  /** A game that is over has a page of its own in the board's place. */
  async #end(state) {
    if (state.over && !this.final) {
      const { Final } = await import("../watch/final.js");
      if (!this.final) this.board.node.before((this.final = new Final()).node);
      return this.#end(this.#state);
    }
    this.board.node.hidden = state.over;
    return this.final?.show(state, this.#box, state.game);
  }

  #noGame() {
    main.replaceChildren(banner, section(t("no-game"), "no-game", el("p", {}, t("no-game-yet"))));
    hasCome("shown");
  }

  #link(since) {
    showLost(Boolean(since), () => t("not-live", { time: since.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }) }));
  }
}

/** The address, for guests. */
const scan = (words = t("scan")) => el("figure", { class: "scan" }, el("img", { src: "/api/qr.svg", alt: t("scan-alt"), width: 160, height: 160 }),
  el("figcaption", {}, words));

/** A view beside the game's. It listens, too, so that it says when nothing is heard; what could not be shown for that
 * reason is fetched again as soon as something is. */
async function shown(make) {
  const waiting = el("p", { class: "hint", role: "status" }, t("loading")), top = el("div", { class: "top" }, heading(PRODUCT), banner);
  let isMissing = false;
  main.replaceChildren(top, waiting);
  new Live({ onState: () => {}, onLink: (since) => {
    if (!since && isMissing && !banner.hidden) location.reload();
    showLost(Boolean(since), () => t("no-contact"));
  } }).open();
  try {
    await make();
    waiting.remove();
  } catch (error) {
    isMissing = true;
    const isUnfetched = /import|module/i.test(error.message); // the view's own script, in a browser's words
    if (isUnfetched) setTimeout(() => banner.hidden && location.reload(), LATER_MS);
    main.replaceChildren(top, section(t("sorry"), "sorry", el("p", {}, isUnfetched ? t("no-contact") : error.message)));
  }
  hasCome("shown");
}

const ownersPage = () => shown(async () => (await import("../owner/owner.js")).owner(main, view));

const VIEWS = {
  live: () => new LiveView({ controlled: true }).begin(),
  tv: () => {
    if (navigator.wakeLock) import("../watch/awake.js").then(({ stayAwake }) => stayAwake());
    new LiveView({ controlled: false }).begin();
  },
  games: () => shown(async () => (await import("../watch/games.js")).games(main)),
  replay: () => shown(async () => (await import("../watch/games.js")).replay(main, game)),
  new: () => shown(async () => (await import("../play/new_game.js")).newGame(main)),
  pair: () => shown(async () => (await import("../phones/pair.js")).pair(main, scan(t("scan-other")))),
  settings: ownersPage,
  phones: ownersPage,
  care: ownersPage,
  privacy: () => shown(async () => (await import("./privacy.js")).privacy(main)),
};

VIEWS[view]();

/** What a tap may need is fetched before: a tap is answered also while the server is silent. */
setTimeout(() => Promise.all([import("../watch/review.js"), import("../watch/camera.js"), import("../play/leave.js"), import("../watch/final.js")]).catch(() => {}), LATER_MS);
