// The care of the box: long work, its Wi-Fi, what it keeps. What cannot be done on this box is not offered.

import { acting, ask, send, sure } from "../lib/ask.js";
import { readdress } from "../lib/dialog.js";
import { colorWord, el, reach, section, t } from "../lib/dom.js";
import { keepTyped } from "../lib/kept.js";
import { homeWifi } from "./home_wifi.js";
import { JobWatch } from "./job.js";
import { news } from "./news.js";
import { LOGOS, ownFiles, WALK_UPS } from "./own_files.js";
import { showToOwner } from "./owner.js";

const ASKED_FIRST = ["restart"];
const SETTLES_MS = 2_000;

/** The page: the work that goes on, if any, and what else can be done. */
export const show = (main) => showToOwner(main, care);

async function care(main) {
  const [{ value: offered }, { value: jobs }, health] = await Promise.all([
    ask("jobs/offered"),
    ask("jobs"),
    fetchHealth(),
  ]);
  const now = el("div", { class: "now" }),
    said = el("p", { class: "reply", role: "alert" });
  const cards = el("div", { class: "cards" });
  const watch = (report) => {
    now.replaceChildren(new JobWatch(report, () => cards.removeAttribute("inert")).node);
    if (["running", "asking"].includes(report.state)) cards.setAttribute("inert", "");
    readdress(`#job-${report.id}`);
  };
  const begin = async (body) => {
    const { value } = await ask("jobs", { method: "POST", body });
    watch(value);
    now.scrollIntoView({ block: "start" });
  };
  cards.append(
    ...offered.map((offer) => card(offer, begin, health)).filter(Boolean),
    network(),
    homeWifi(),
    ownFiles(LOGOS),
    ownFiles(WALK_UPS),
    kept(),
    programs(),
  );
  main.append(now, said, cards);
  const named = jobs.find((job) => location.hash === `#job-${job.id}`);
  const shown = ["running", "asking"].includes(jobs[0]?.state) ? jobs[0] : named;
  if (shown) watch(shown);
  else if (jobs[0]) now.append(el("p", { class: "hint" }, jobs[0].said));
}

async function fetchHealth() {
  return (await reach("/health")).json();
}

function card(offer, begin, health) {
  const said = el("p", { class: "reply", role: "alert" }),
    { job } = offer;
  const start = acting(t(`begin-${job}`), "offer", said, () =>
    ASKED_FIRST.includes(job)
      ? sure(t(`job-${job}`), t(`why-${job}`), t(`begin-${job}`), () => begin({ job }))
      : begin({ job }),
  );
  const more =
    {
      teach: () => teach(offer, begin, said),
      restore: () => restore(begin, said),
      update: () => [el("p", {}, t("version", { version: health.version })), news(), start],
    }[job] ?? (() => start);
  return section(t(`job-${job}`), `card-${job}`, el("p", {}, t(`why-${job}`)), more(), said);
}

/** Which dice, by ticking them or by a name for another one. */
function teach({ dice }, begin, said) {
  const boxes = dice.map((die) => [die.name, el("input", { type: "checkbox", name: "die", value: die.name })]);
  const other = el("input", { id: "other-die", maxlength: 40, autocomplete: "off" });
  const start = acting(t("begin-teach"), "offer", said, () => {
    const names = [...boxes.filter(([, box]) => box.checked).map(([name]) => name), other.value.trim()].filter(Boolean);
    if (!names.length) throw new Error(t("which-dice"));
    return begin({ job: "teach", dice: names }).then(drop);
  });
  const which = el(
    "fieldset",
    {},
    el("legend", {}, t("teach-dice")),
    dice.map((die, index) =>
      el(
        "label",
        { class: "tick" },
        boxes[index][1],
        el("span", { class: "swatch", "data-color": die.name.toLowerCase(), "aria-hidden": "true" }),
        el(
          "span",
          {},
          colorWord(die.name),
          " ",
          el("small", {}, t("faces-known", { known: die.known, all: die.total })),
        ),
      ),
    ),
    el("label", { for: "other-die" }, t("other-die-name")),
    other,
  );
  const drop = keepTyped(which, "teach");
  return [which, start];
}

function restore(begin, said) {
  const file = el("input", { type: "file", id: "backup", accept: ".zip,application/zip" });
  const start = acting(t("begin-restore"), "offer", said, () => {
    const [chosen] = file.files;
    if (!chosen) throw new Error(t("which-file"));
    sure(t("job-restore"), t("restore-sure", { file: chosen.name }), t("begin-restore"), () =>
      begin(new Blob([chosen], { type: "application/zip" })),
    );
  });
  return [el("label", { for: "backup" }, t("backup-file")), file, start];
}

/** How the page is found, and a Wi-Fi of the stadium's own. */
function network() {
  const said = el("p", { class: "reply", role: "alert" }),
    shown = el("div", { class: "network" });
  const show = ({ page, own, on, why_not: whyNot }) => {
    const button = acting(on ? t("own-off") : t("own-on"), "offer", said, async () => {
      const { value } = await send("PUT", "network", { own: !on });
      said.textContent = on ? t("own-goes") : t("own-comes");
      show(value);
      setTimeout(look, SETTLES_MS);
    });
    shown.replaceChildren(
      el("p", {}, t("page-at"), " ", el("a", { href: page }, page)),
      ...(own
        ? [
            el(
              "dl",
              {},
              el("dt", {}, t("own-name")),
              el("dd", {}, own.ssid),
              el("dt", {}, t("own-password")),
              el("dd", {}, own.password),
            ),
            el("p", { class: "hint" }, t("own-stay")),
          ]
        : []),
      ...(own && !whyNot ? [button] : []),
      ...(whyNot ? [el("p", { class: "hint" }, whyNot)] : []),
    );
  };
  const look = () =>
    ask("network").then(
      ({ value }) => show(value),
      (error) => {
        said.textContent = error.message;
      },
    );
  look();
  return section(t("network"), "card-network", el("p", {}, t("why-network")), shown, said);
}

function kept() {
  return section(
    t("kept"),
    "card-kept",
    el("p", {}, t("why-kept")),
    el("p", {}, el("a", { href: "/privacy" }, t("privacy"))),
  );
}

/** What is no page for people: the condition of the devices and figures, for what watches the box. */
function programs() {
  const link = (address, words) => el("a", { class: "new-link", href: address }, words);
  return section(
    t("programs"),
    "card-programs",
    el("p", {}, t("why-programs")),
    link("/health", t("programs-health")),
    link("/metrics", t("programs-metrics")),
    link("/api/openapi.json", t("programs-api")),
  );
}
