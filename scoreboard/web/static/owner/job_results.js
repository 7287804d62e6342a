// What long work shows: a live picture as it goes on, and what came of it.

import { el, t } from "../lib/dom.js";

const LOOK_MS = 500;
const LATE_MS = 10_000; // for a picture that does not come
const WORST = ["red", "amber", "skipped", "green"];

/** A picture that is fetched again and again while the work has one. */
export class LivePicture {
  #address = null;
  #late = null;

  constructor() {
    this.node = el("img", { class: "live-picture", alt: t("live-picture"), hidden: true });
    this.node.addEventListener("load", () => {
      this.node.hidden = !this.#address; // it may come when it is wanted no more
      this.#fetch();
    });
    this.node.addEventListener("error", () => this.#fetch());
  }

  show(address) {
    const isNew = address && !this.#address;
    if (isNew || !address) this.#address = address;
    if (!address) this.node.hidden = true;
    if (isNew) this.#fetch();
  }

  #fetch() {
    clearTimeout(this.#late);
    if (!this.#address) return;
    this.#late = setTimeout(() => this.#fetch(), LATE_MS);
    setTimeout(() => {
      if (this.#address) this.node.src = `${this.#address}?${Date.now()}`;
    }, LOOK_MS);
  }
}

/** The file, the pictures and the findings, the worst first. */
export class JobResults {
  #found = 0;
  #drawn = 0;

  constructor() {
    this.file = el("p", {});
    this.pictures = el("div", { class: "pictures" });
    this.findings = el("ul", { class: "findings" });
    this.nodes = [this.file, this.pictures, this.findings];
  }

  show({ findings, pictures, file, state }) {
    if (findings.length !== this.#found) {
      this.#found = findings.length;
      const sorted = [...findings].sort((one, other) => WORST.indexOf(one.severity) - WORST.indexOf(other.severity));
      this.findings.replaceChildren(...sorted.map(finding));
    }
    for (; this.#drawn < pictures.length; this.#drawn += 1) {
      const src = pictures[this.#drawn],
        alt = t("job-picture", { number: this.#drawn + 1 });
      this.pictures.append(el("a", { href: src, target: "_blank" }, el("img", { src, alt })));
    }
    if (file && state === "done")
      this.file.replaceChildren(el("a", { class: "main join", href: file, download: "" }, t("fetch-file")));
  }
}

function finding({ about, severity, said, remedy, guide }) {
  return el(
    "li",
    { class: severity },
    el("p", {}, el("b", { class: "badge" }, t(`severity-${severity}`)), " ", el("strong", {}, about), ": ", said),
    remedy && el("p", { class: "remedy" }, remedy),
    remedy && guide && el("p", {}, el("a", { href: guide, target: "_blank" }, t("job-guide"))),
  );
}
