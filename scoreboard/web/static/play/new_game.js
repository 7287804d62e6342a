// A new game: what may be chosen comes from the server as data, and whether it goes together is asked there, too.

import { open, preview, sendShown } from "../lib/dialog.js";
import { button, el, section, t } from "../lib/dom.js";
import { place } from "../lib/kept.js";
import { fetchChoices, post, Refusal } from "../lib/send.js";
import { askToLeave } from "./leave.js";
import { NewGameForm } from "./new_game_form.js";

const PAUSE_MS = 300;
const AGAIN_MS = 1_500;

/** The view. */
export async function show(main) {
  const choices = await fetchChoices();
  if (choices) return new NewGame(main, choices).begin();
  return main.append(
    section(
      t("new-game"),
      "new-game",
      el("p", {}, t("to-score")),
      el("a", { class: "main join", href: "/pair" }, t("score-here")),
    ),
  );
}

/** What would be begun, as it was chosen last; the button that begins just that; and what may be changed of it. */
class NewGame {
  #timer = null;
  #asked = null;
  #shown = null; // the very game that was shown, which alone is begun

  constructor(main, choices) {
    this.choices = choices;
    this.kept = place("new game", JSON.stringify(choices.usual));
    this.form = new NewGameForm(choices, this.kept.value, () => this.#changed());
    this.said = el("p", { class: "would", role: "status", "aria-live": "polite" });
    this.go = button(t("play-ball"), () => this.#submit(), { class: "main begin" });
    this.title = el("h2", { id: "h-go" });
    this.change = button(t("change"), () => this.#unfold(this.form.node.hidden), {
      class: "quiet change",
      "aria-expanded": "false",
    });
    this.last = button(t("as-last-time"), () => this.form.reset(), { class: "quiet" });
    main.append(
      ...(choices.in_play ? [inPlay(choices)] : []),
      el("section", { class: "go", "aria-labelledby": "h-go" }, this.title, this.said, this.go),
      el("div", { class: "buttons changes" }, this.change, this.last),
      this.form.node,
    );
    this.#unfold(this.form.isOther); // as it was left
    this.#name();
  }

  #unfold(shown) {
    this.form.node.hidden = !shown;
    this.change.setAttribute("aria-expanded", String(shown));
  }

  #name() {
    const isFirst = this.choices.is_first; // there is no last time
    this.title.textContent = isFirst || this.form.isOther ? t("new-game") : t("as-last-time");
    this.last.hidden = isFirst || !this.form.isOther;
  }

  begin() {
    this.#ask();
  }

  #changed() {
    this.kept.keep(this.form.draft);
    this.#name();
    this.#asked = this.#shown = null;
    this.go.disabled = true;
    this.#askIn(PAUSE_MS);
  }

  #askIn(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  /** Whether it goes together, and what it would be. */
  async #ask() {
    const asked = (this.#asked = Symbol("asked"));
    const { line, query } = this.form;
    this.go.textContent = query.throw_off ? t("throw-now") : t("play-ball");
    try {
      const would = await post("games", line, { query: { ...query, end: 1, dry: 1 }, tries: 1 });
      if (asked !== this.#asked) return;
      this.#shown = { line, query };
      this.#say(would.told, false);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#say(error instanceof Refusal ? error.message : t("no-contact"), error instanceof Refusal);
      if (!(error instanceof Refusal)) this.#askIn(AGAIN_MS);
    }
  }

  #say(words, refused) {
    this.said.textContent = words;
    this.said.classList.toggle("wrong", refused);
    this.go.disabled = !this.#shown;
    this.form.tell(refused ? words : "");
  }

  /** Begin what was shown; a game in play is left only as it was shown, too. */
  async #submit() {
    const shown = this.#shown;
    if (!shown) return;
    try {
      const now = await fetchChoices();
      if (now?.in_play)
        askToLeave(now.in_play, t("leave-it"), () => this.#begin(shown, { end: 1, expect: now.expect }));
      else await this.#begin(shown, { end: now?.ends.length ? 1 : 0, expect: now?.expect }); // nothing could be lost
    } catch (error) {
      this.#say(error.message || t("not-sent"), false);
    }
  }

  async #begin({ line, query }, left) {
    this.go.disabled = true;
    try {
      await post("games", line, { query: { ...query, ...left }, onWait: () => this.#say(t("no-contact"), false) });
      this.kept.drop();
      location.assign("/");
    } catch (error) {
      this.#say(error.message || t("not-sent"), false);
    }
  }
}

/** The game in play, which may be ended by hand. */
function inPlay({ in_play: score, ends }) {
  const ending = () => {
    const would = el("div", { class: "preview", "aria-live": "polite" });
    const act = async (...shown) => (await sendShown(...shown)) && location.assign("/");
    const sheet = open(t("end-how"), [
      button(t("keep-it"), () => sheet.close(), { class: "main" }),
      el(
        "div",
        { class: "offers" },
        ends.map(({ said, line }) => button(said, () => preview(would, line, act), { class: "offer" })),
      ),
      would,
    ]);
  };
  return section(
    t("in-play"),
    "in-play",
    el("p", {}, score),
    el(
      "div",
      { class: "buttons" },
      el("a", { class: "main", href: "/" }, t("keep-it")),
      ends.length > 0 && button(t("end-game"), ending, { class: "quiet", "aria-haspopup": "dialog" }),
    ),
  );
}
