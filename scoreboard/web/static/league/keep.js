// What the league's keepers change: its file, with stadiums, teams and fixtures; and games that come as files.

import { api, el, reach, section, t } from "../lib/dom.js";
import { post } from "../lib/send.js";
import { leaveButton, passwordForm } from "./league.js";

/** The page. */
export async function show(main, me) {
  if (!me.has_keepers) main.append(section(t("league-keep"), "keep", el("p", {}, t("league-no-keepers"))));
  else if (me.may !== "keep")
    main.append(
      section(
        t("league-keep"),
        "keep",
        passwordForm(t("league-keepers"), () => location.reload()),
      ),
    );
  else main.append(await fileForm(), gamesForm(), el("p", {}, leaveButton()));
}

async function fileForm() {
  const answer = await reach(api("file"));
  let kept = await answer.json();
  if (!answer.ok) throw new Error(kept.error);
  const said = el("p", { class: "reply", role: "alert" });
  const field = el(
    "textarea",
    { rows: 24, spellcheck: "false", autocapitalize: "off", autocomplete: "off" },
    kept.text,
  );
  const save = async (event) => {
    event.preventDefault();
    try {
      kept = await post("file", { text: field.value, version: kept.version }, { tries: 1 });
      said.textContent = t("league-saved");
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return section(
    t("league-file"),
    "keep-file",
    el(
      "form",
      { onsubmit: save },
      el("label", {}, t("league-file-hint"), field),
      said,
      el("button", { class: "main" }, t("save")),
    ),
  );
}

/** The two files of each game, by their name. */
function gamesForm() {
  const field = el("input", { type: "file", multiple: true, accept: ".jsonl,.seal", required: true }),
    said = el("ul", { class: "reply", role: "alert" });
  const add = async (event) => {
    event.preventDefault();
    said.replaceChildren();
    const files = new Map([...field.files].map((each) => [each.name, each]));
    for (const [name, record] of files) {
      if (!name.endsWith(".jsonl")) continue;
      const seal = files.get(name.replace(/\.jsonl$/, ".seal"));
      try {
        const sent = { record: await record.text(), seal: seal ? await seal.text() : "" };
        const { fault } = await post("sent", sent, { tries: 1 });
        said.append(el("li", {}, `${name}: ${fault || t("league-counts")}`));
      } catch (error) {
        said.append(el("li", {}, `${name}: ${error.message}`));
      }
    }
  };
  return section(
    t("league-add"),
    "keep-games",
    el(
      "form",
      { onsubmit: add },
      el("label", {}, t("league-add-hint"), field),
      said,
      el("button", { class: "quiet" }, t("league-add")),
    ),
  );
}
