// Long work as it goes on: whoever looks sees the same, a reload finds it again, and what it asks is answered here.

import { acting, ask, send } from "../lib/ask.js";
import { el, reach, section, t } from "../lib/dom.js";
import { JobResults, LivePicture } from "./job_results.js";
import { news } from "./news.js";
import { isBack } from "./restart.js";

const EVERY_MS = 700;
const RESTARTING = ["restore", "restart"];
const NO_OWNER = [401, 403];

/** Shows a job in a node of its own until it is over, and then what came of it. ``onover`` is called once. */
export class JobWatch {
  constructor(report, onover) {
    [this.id, this.job, this.onover] = [report.id, report.job, onover];
    this.said = el("p", { class: "job-said", "aria-live": "polite" });
    this.wrong = el("p", { class: "reply", role: "alert" });
    this.bar = el("progress", { max: 1, "aria-label": t("progress") });
    this.live = new LivePicture();
    this.results = new JobResults();
    this.key = el("p", { class: "hint", hidden: true }, t("live-key"));
    this.presses = el("div", { class: "buttons" });
    this.node = section(
      t("job-now", { job: t(`job-${report.job}`) }),
      "job",
      this.bar,
      this.said,
      this.live.node,
      this.key,
      this.presses,
      this.wrong,
      this.results.nodes,
    );
    this.show(report);
  }

  show(report) {
    const isOver = report.state === "done" || report.state === "failed";
    this.node.dataset.state = report.state;
    if (report.state === "running" && !report.progress) this.bar.removeAttribute("value");
    else this.bar.value = report.progress;
    this.bar.hidden = isOver;
    if (this.said.textContent !== report.said) this.said.textContent = report.said;
    this.#answers(report);
    const isTapped = report.job === "places" && report.pictures.length > 0 && !isOver;
    this.#places(report, isTapped);
    this.results.show(report);
    this.key.hidden = report.job !== "calibrate" || !report.live;
    this.live.show(isTapped ? null : report.live);
    if (!isOver) {
      setTimeout(() => this.#again(), EVERY_MS);
      return;
    }
    if (report.state === "done" && RESTARTING.includes(report.job)) this.#awaitRestart();
    this.onover(report);
  }

  /** The buttons stay while they are the same, for a finger may be on one. */
  #answers({ presses }) {
    const words = JSON.stringify(presses);
    if (words === this.offered) return;
    this.offered = words;
    this.presses.replaceChildren(
      ...presses.map(({ press, said }) =>
        acting(said, press === "ok" ? "main" : "quiet", this.wrong, () => send("POST", `jobs/${this.id}`, { press })),
      ),
    );
  }

  /** Places are tapped on the picture itself, once there is one. */
  async #places(report, isTapped) {
    this.results.pictures.hidden = isTapped;
    if (isTapped && !this.taps) {
      const { PlaceTaps } = await import("./place_taps.js");
      const answer = (press, spots) => {
        const taps = Object.fromEntries([...spots].map(([name, { x, y }]) => [name, [x, y]]));
        return send("POST", `jobs/${this.id}`, { press, taps });
      };
      if (this.taps) return;
      this.taps = new PlaceTaps(answer, this.wrong);
      this.presses.before(this.taps.node);
    }
    if (this.taps) this.taps.node.hidden = !isTapped;
    if (isTapped) this.taps.show(report);
  }

  async #again() {
    try {
      const { value } = await ask(`jobs/${this.id}`);
      this.wrong.textContent = "";
      this.show(value);
    } catch (error) {
      if (error.status === 404) {
        this.#lost();
        return;
      }
      if (NO_OWNER.includes(error.status)) {
        location.reload();
        return;
      } // forgotten meanwhile: the page says what to do
      // An update ends the server that was asked, and says so before.
      this.wrong.textContent = this.job === "update" && !error.status ? "" : error.message;
      setTimeout(() => this.#again(), EVERY_MS);
    }
  }

  /** The server has begun anew and knows nothing of it: so ends an update that was installed. */
  async #lost() {
    this.onover(null);
    this.presses.replaceChildren();
    this.bar.hidden = true;
    this.wrong.textContent = this.job === "update" ? "" : t("job-gone");
    if (this.job !== "update") return;
    const { version } = await (await reach("/health")).json();
    this.said.textContent = t("updated", { version });
    this.results.findings.before(news());
  }

  async #awaitRestart() {
    await isBack();
    const {
      value: [last],
    } = await ask("jobs");
    const told = last && last.id !== this.id ? ` ${last.said}` : "";
    this.said.textContent = `${t("restarted")}${told}`;
  }
}
