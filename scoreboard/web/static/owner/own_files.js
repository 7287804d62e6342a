// What an owner sends for a name, such as the logo of a team: chosen, sent, seen, erased.

import { acting, ask, sure } from "../lib/ask.js";
import { el, named, section, t } from "../lib/dom.js";
import { fetchChoices, onTheBoard } from "../lib/send.js";

const FILE = "application/octet-stream"; // what it is says the file itself, and the box looks

const picture = ({ name, address }) => el("img", { class: "logo", src: address, alt: t("logo-of", { team: name }) });

export const LOGOS = {
  path: "logos",
  words: {
    title: t("logos"),
    why: t("why-logos"),
    whose: t("logos-whose"),
    file: t("logos-file"),
    erase: t("logos-erase"),
  },
  accept: "image/png,image/jpeg,image/webp",
  shown: picture,
  names: async () => {
    const [state, choices] = await Promise.all([onTheBoard(), fetchChoices()]);
    const playing = ["away", "home"].map((side) => state?.names?.[side] ?? state?.setup?.[side].name);
    return [...playing, ...(choices?.teams ?? []).map((team) => team.name)];
  },
};

export const WALK_UPS = {
  path: "walk-ups",
  words: {
    title: t("walk-ups"),
    why: t("why-walk-ups"),
    whose: t("walk-ups-whose"),
    file: t("walk-ups-file"),
    erase: t("walk-ups-erase"),
  },
  accept: "audio/wav,audio/ogg,audio/mpeg,audio/flac,.wav,.ogg,.mp3,.flac",
  shown: () => el("span", { "aria-hidden": "true" }, "\u266a"),
  names: async () => {
    const [teams, choices] = await Promise.all([LOGOS.names(), fetchChoices()]);
    return [...(choices?.players ?? []), ...teams];
  },
};

/** The card for one kind. */
export function ownFiles({ path, words, accept, shown, names }) {
  const said = el("p", { class: "reply", role: "alert" }),
    list = el("ul", { class: "own-files" }),
    known = el("datalist", { id: `${path}-names` }),
    whose = el("input", { id: `${path}-whose`, list: known.id, maxlength: 40, autocomplete: "off" }),
    file = el("input", { id: `${path}-file`, type: "file", accept });
  const show = (files) => list.replaceChildren(...files.map(row));
  const row = (each) =>
    el(
      "li",
      {},
      shown(each),
      named(each.name),
      acting([t("erase"), el("span", { class: "unseen" }, ` ${each.name}`)], "quiet leaves", said, () =>
        sure(words.erase, each.name, t("erase"), async () =>
          show((await ask(path, { method: "DELETE", query: { name: each.name }, headers: JSON_TYPE })).value),
        ),
      ),
    );
  const send = acting(t("send-file"), "offer", said, async () => {
    const [chosen] = file.files;
    if (!whose.value.trim()) throw new Error(words.whose);
    if (!chosen) throw new Error(t("which-own-file"));
    const body = new Blob([chosen], { type: FILE });
    show((await ask(path, { method: "PUT", body, query: { name: whose.value.trim() } })).value);
    file.value = "";
    said.textContent = t("file-kept");
  });
  ask(path).then(
    ({ value }) => show(value),
    (error) => {
      said.textContent = error.message;
    },
  );
  names()
    .then((all) => known.append(...[...new Set(all.filter(Boolean))].map((value) => el("option", { value }))))
    .catch(() => {}); // whoever knows the name types it
  return section(
    words.title,
    `card-${path}`,
    el("p", {}, words.why),
    list,
    el("label", { for: whose.id }, words.whose),
    whose,
    known,
    el("label", { for: file.id }, words.file),
    file,
    send,
    said,
  );
}

const JSON_TYPE = { "Content-Type": "application/json" };
