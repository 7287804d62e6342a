// What the camera sees, with what it has read drawn in. Looked at only while the section is open and the page is seen:
// one picture at a time, a second after the last one came or as soon as there is a new state.

import { el, say, t } from "../lib/dom.js";

const EVERY_MS = 1_000;
const AGAIN_MS = 5_000; // where there was none
const LATE_MS = 10_000;

/** The picture, fetched anew while it is seen. */
export class Camera {
  #isAsking = false;
  #isOld = false;
  #timer = null;
  #asked = 0;
  #late = null;

  /** ``node`` is the section; ``fault`` gives what is wrong with the camera, if anything is. */
  constructor(node, fault) {
    [this.node, this.fault] = [node, fault];
    this.picture = el("img", {
      alt: t("camera-picture"),
      hidden: true,
      onload: () => this.#came(true),
      onerror: () => this.#came(false),
    });
    this.amiss = el("p", { class: "amiss", role: "status" });
    node.append(this.picture, this.amiss);
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Look now, or as soon as the picture that is on its way has come. */
  look() {
    this.#isOld = this.#isAsking;
    if (!this.#isAsking) this.#ask();
  }

  #ask() {
    clearTimeout(this.#timer);
    if (!this.node.open || document.visibilityState !== "visible") return;
    this.#isAsking = true;
    this.#late = setTimeout(() => this.#came(false), LATE_MS);
    this.picture.src = `/camera.jpg?${(this.#asked += 1)}`;
  }

  #came(isThere) {
    clearTimeout(this.#late);
    this.#isAsking = false;
    this.picture.hidden = !isThere;
    const said = this.fault();
    say(this.amiss, said ? t("camera-fault", { said }) : isThere ? "" : t("camera-none"));
    clearTimeout(this.#timer);
    const wait = !isThere ? AGAIN_MS : this.#isOld ? 0 : EVERY_MS;
    this.#isOld = false;
    this.#timer = setTimeout(() => this.#ask(), wait);
  }
}
