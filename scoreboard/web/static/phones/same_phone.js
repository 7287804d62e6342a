// One phone at several addresses of the stadium: a browser keeps cookies by the address, so elsewhere it is a stranger.

import { button, el, section, t } from "../lib/dom.js";
import { post } from "../lib/send.js";
import { attempt } from "./code_form.js";

/** A phone of this name was here before: perhaps it is this one, at another address. */
export function knownBefore(former, done) {
  const said = el("p", { class: "reply", role: "alert" });
  const since = (phone) =>
    t("paired-since", {
      date: new Date(phone.paired * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }),
    });
  const offer = (words, act) => button(words, () => attempt(said, act), { class: "offer" });
  const choice = (phone) =>
    offer(
      el("span", {}, t("is-before"), " ", el("small", {}, `${t(`phone-${phone.role}`)}, ${since(phone)}`)),
      async () => {
        await post("pair/again", { id: phone.id }, { tries: 2 });
        await done();
      },
    );
  return section(
    t("paired"),
    "pair",
    el("p", {}, t("phone-before")),
    former.map(choice),
    offer(t("not-before"), done),
    said,
  );
}

/** Links to the stadium's other addresses, by which this phone is the same there. */
export async function elsewhere() {
  const { links } = await post("pair/move", {}, { tries: 2 });
  if (!links.length) return [];
  return [
    section(
      t("take-along"),
      "pair",
      el("p", {}, t("take-along-why")),
      links.map((link) => el("a", { class: "main join", href: link }, new URL(link).host)),
      el("p", { class: "hint" }, t("take-along-name")),
    ),
  ];
}
