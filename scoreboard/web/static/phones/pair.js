// Pairing a phone: by six digits, by the link of an address where it is paired already, or as the phone that it was.

import { el, named, section, t } from "../lib/dom.js";
import { scan } from "../lib/frame.js";
import { fetchMe, post } from "../lib/send.js";
import { codeForm } from "./code_form.js";
import { elsewhere, knownBefore } from "./same_phone.js";

const WAY = /^#move=(.+)$/;

/** The page. */
export async function show(main) {
  const others = scan(t("scan-other"));
  const draw = (...parts) => main.replaceChildren(main.firstChild, ...parts, others);
  const done = async () => {
    const { phone } = await fetchMe();
    draw(phone ? paired(phone) : null, ...(phone ? await elsewhere() : []));
  };
  const [, token] = location.hash.match(WAY) ?? [];
  if (token) {
    history.replaceState(null, "", location.pathname + location.search); // it is used once
    await post("pair/moved", { token }, { tries: 2 });
    await checkKept();
    return done();
  }
  const me = await fetchMe();
  if (me.phone) draw(paired(me.phone, again(codeForm(me.phone.name, (now) => settle(now)))), ...(await elsewhere()));
  else
    draw(
      section(
        t("pair-title"),
        "pair",
        el("p", {}, t("pair-why")),
        codeForm(t("my-phone"), (now) => settle(now)),
        el("p", { class: "hint" }, t("paired-elsewhere")),
      ),
    );

  async function settle(now) {
    const { former } = await checkKept(now);
    if (former) draw(knownBefore(former, done));
    else await done();
  }
}

/** Throw, in plain words, if the browser has not kept the cookie; the pairing is taken back then. */
async function checkKept(now = null) {
  const me = await fetchMe();
  if (me.paired) return me;
  if (now) await post("pair/undo", { id: now.id }, { tries: 2 }).catch(() => {});
  throw new Error(t("no-cookies"));
}

function paired(phone, ...more) {
  return section(
    t("paired"),
    "paired",
    el("p", {}, el("b", {}, named(phone.name))),
    el("p", {}, t(`role-${phone.role}`)),
    el("a", { class: "main join", href: "/" }, t("to-game")),
    more,
  );
}

/** Who is paired may be so again, as by a code that makes an owner. */
const again = (node) => el("details", {}, el("summary", {}, t("pair-again")), node);
