// The page: which view it is, and what is alive on it. Every view is a rendering of the states that the server sends;
// nothing is judged here. There is no framework and no build step: what the browser runs is what stands here, without
// its comments.
// The server knows the views (`page_views.py`) and names the script of this one, which exports `show`.

import { el, hasCome, heading, section, t } from "../lib/dom.js";
import { banner, showLost } from "../lib/frame.js";
import { Live } from "../lib/live.js";
import { GameView } from "./game_view.js";

const LATER_MS = 3_000;
const PRODUCT = "Stadium Scoreboard";
const main = document.querySelector("main");
const { view, viewScript, game } = document.body.dataset;

// A browser of before 2022 has no sheets: it gets what the server has written (`plain.js`).
if (!HTMLDialogElement.prototype.showModal) throw new Error("this browser has no dialogs");

/** A view beside the game's. It listens, too, so that it says when nothing is heard; what could not be shown for that
 * reason is fetched again as soon as something is. */
async function shown(make) {
  const waiting = el("p", { class: "hint", role: "status" }, t("loading")),
    top = el("div", { class: "top" }, heading(PRODUCT), banner);
  let isMissing = false;
  main.replaceChildren(top, waiting);
  new Live({
    onState: () => {},
    onLink: (since) => {
      if (!since && isMissing && !banner.hidden) location.reload();
      showLost(Boolean(since), () => t("no-contact"));
    },
  }).open();
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

if (viewScript) {
  shown(async () => (await import(viewScript)).show(main, { game }));
} else {
  if (view === "tv" && navigator.wakeLock) import("../watch/awake.js").then(({ stayAwake }) => stayAwake());
  new GameView({ controlled: view === "live" }).begin();
}

/** What a tap may need is fetched before: a tap is answered also while the server is silent. */
const fetchTapped = () =>
  Promise.all([
    import("../play/amend.js"),
    import("../watch/review.js"),
    import("../watch/camera.js"),
    import("../play/leave.js"),
    import("../watch/final.js"),
  ]);
setTimeout(() => fetchTapped().catch(() => {}), LATER_MS);
