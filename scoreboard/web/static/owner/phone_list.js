// The phones that are paired: who may do what, and how another one is added. The buttons at the box outrank them all.

import { ask, send, sure } from "../lib/ask.js";
import { csvButton } from "../lib/csv.js";
import { button, el, named, section, t } from "../lib/dom.js";
import { showToOwner } from "./owner.js";

const ROLES = ["scorer", "owner"];

/** The page. */
export const show = (main) => showToOwner(main, phones);

async function phones(main) {
  const list = el("ul", { class: "phones" });
  const said = el("p", { class: "reply", role: "alert" });
  const heard = el("p", { class: "saved", role: "status" });
  main.append(
    section(t("owner-phones"), "phones-part", el("p", {}, t("phones-why")), said, heard, list),
    section(
      t("add-phone"),
      "add-phone",
      el(
        "ol",
        { class: "steps" },
        [t("add-1"), t("add-2"), t("add-3")].map((step) => el("li", {}, step)),
      ),
      el("p", { class: "hint" }, t("add-owner")),
    ),
  );
  const [{ value: me }, { value }] = await Promise.all([ask("me"), ask("phones")]);
  let shown = [];
  const draw = (listed) => {
    shown = listed;
    list.replaceChildren(...listed.map((phone) => item(phone, listed, me.phone, { draw, said, heard })));
  };
  list.after(csvButton(() => rows(shown), t("owner-phones")));
  draw(value);
}

const day = (moment) =>
  new Date(moment * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

const rows = (phones) => [
  [t("csv-name"), t("csv-role"), t("csv-paired"), t("csv-seen")],
  ...phones.map(({ name, role, paired, seen }) => [name, t(`phone-${role}`), day(paired), seen ? day(seen) : ""]),
];

function item(phone, listed, me, { draw, said, heard }) {
  const isMine = phone.id === me?.id;
  const attempt = async (act, words) => {
    said.textContent = heard.textContent = "";
    try {
      await act();
      const { value } = await ask("phones");
      draw(value);
      heard.textContent = words;
    } catch (error) {
      if (error.status === 401 || error.status === 403) location.reload();
      said.textContent = error.message;
      draw(listed);
    }
  };
  const change = (what) => send("PATCH", `phones/${phone.id}`, what);
  const name = el("input", {
    id: `name-${phone.id}`,
    value: phone.name,
    maxlength: 40,
    required: true,
    autocomplete: "off",
    onchange: () => attempt(() => change({ name: name.value.trim() }), t("saved")),
  });
  const role = el(
    "select",
    { id: `role-${phone.id}`, onchange: () => attempt(() => change({ role: role.value }), t("saved")) },
    ROLES.map((each) => el("option", { value: each, selected: each === phone.role }, t(`phone-${each}`))),
  );
  const forget = button(
    [t("forget"), el("span", { class: "unseen" }, ` ${phone.name}`)],
    () =>
      sure(t("forget-phone", { name: phone.name }), isMine ? t("forget-mine") : t("forget-why"), t("forget"), () =>
        attempt(() => send("DELETE", `phones/${phone.id}`, {}), t("forgotten", { name: phone.name })),
      ),
    { class: "quiet" },
  );
  return el(
    "li",
    { class: isMine ? "mine" : null },
    el("p", { class: "who" }, named(phone.name), isMine && el("b", { class: "badge" }, t("this-phone"))),
    el("label", { for: name.id }, t("phone-name")),
    name,
    el("label", { for: role.id }, t("phone-role")),
    role,
    el(
      "div",
      { class: "notes" },
      el(
        "small",
        {},
        t("paired-since", { date: day(phone.paired) }),
        phone.seen ? ` · ${t("seen-last", { date: day(phone.seen) })}` : "",
      ),
      forget,
    ),
  );
}
