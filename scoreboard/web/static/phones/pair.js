// Pairing proves presence: who stands at the table reads six digits from the panel. A phone that is paired takes itself
// along to another address of the stadium; there it would be a stranger, for a browser keeps cookies by the address.

import { el, named, section, t } from "../lib/dom.js";
import { scan } from "../lib/frame.js";
import { keepTyped } from "../lib/kept.js";
import { fetchMe, post } from "../lib/send.js";

const DIGITS = 6;
const SECOND_MS = 1_000;
const WAY = /^#move=(.+)$/;

/** The page. */
export async function show(main) {
  const others = scan(t("scan-other"));
  const draw = (...parts) => main.replaceChildren(main.firstChild, ...parts, others);
  const done = async () => {
    const { phone } = await fetchMe();
    draw(phone ? paired(phone) : null, ...(phone ? await along() : []));
  };
  const [, token] = location.hash.match(WAY) ?? [];
  if (token) {
    history.replaceState(null, "", location.pathname + location.search); // it is used once
    await post("pair/moved", { token }, { tries: 2 });
    await checkKept();
    return done();
  }
  const me = await fetchMe();
  if (me.phone) draw(paired(me.phone, again(form(me.phone.name, (now) => settle(now)))), ...(await along()));
  else
    draw(
      section(
        t("pair-title"),
        "pair",
        el("p", {}, t("pair-why")),
        form(t("my-phone"), (now) => settle(now)),
        el("p", { class: "hint" }, t("paired-elsewhere")),
      ),
    );

  async function settle(now) {
    const { former } = await checkKept(now);
    if (former) draw(before(former, done));
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

/** A phone of this name was here before: perhaps it is this one, at another address. */
function before(former, done) {
  const said = el("p", { class: "reply", role: "alert" });
  const since = (phone) =>
    t("paired-since", {
      date: new Date(phone.paired * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }),
    });
  const choice = (phone) =>
    el(
      "button",
      {
        type: "button",
        class: "offer",
        onclick: () =>
          attempt(said, async () => {
            await post("pair/again", { id: phone.id }, { tries: 2 });
            await done();
          }),
      },
      el("span", {}, t("is-before"), " ", el("small", {}, `${t(`phone-${phone.role}`)}, ${since(phone)}`)),
    );
  return section(
    t("paired"),
    "pair",
    el("p", {}, t("phone-before")),
    former.map(choice),
    el("button", { type: "button", class: "offer", onclick: () => attempt(said, done) }, t("not-before")),
    said,
  );
}

/** Links to the stadium's other addresses, by which this phone is the same there. */
async function along() {
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

/** What has the digits shown and takes them; ``onPaired`` is called with the phone as the stadium has put it down. */
function form(name, onPaired) {
  const said = el("p", { class: "reply", role: "alert" });
  const shown = el("p", { class: "hint", role: "timer", hidden: true });
  const begin = el(
    "button",
    {
      type: "button",
      class: "main",
      onclick: () =>
        attempt(said, async () => {
          const { seconds } = await post("pair/begin", {}, { tries: 2 });
          typed.hidden = false;
          said.textContent = "";
          runDown(shown, begin, seconds);
          typed.elements.code.focus();
        }),
    },
    t("show-code"),
  );
  const typed = el(
    "form",
    {
      class: "pair-form",
      onsubmit: (event) => {
        event.preventDefault();
        const { code, name: called } = Object.fromEntries(new FormData(typed));
        attempt(said, async () =>
          onPaired(await post("pair", { code: code.replace(/\D/g, ""), name: called }, { tries: 2 })),
        );
      },
    },
    el(
      "label",
      {},
      el("span", {}, t("code")),
      el("input", {
        name: "code",
        class: "code",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        pattern: "[0-9 ]*",
        minlength: DIGITS,
        maxlength: DIGITS + 1,
        required: true,
      }),
    ),
    el(
      "label",
      {},
      el("span", {}, t("phone-name")),
      el("input", { name: "name", autocomplete: "nickname", maxlength: 40, required: true, value: name }),
    ),
    el("button", { type: "submit", class: "main" }, t("pair")),
  );
  keepTyped(typed, "pair", name);
  return el("div", { class: "pair-form" }, begin, shown, typed, said);
}

/** Say for how long the digits are still shown, and offer them again: they are at the box, and never here. */
function runDown(shown, begin, seconds) {
  const until = performance.now() + seconds * 1000; // a clock on the wall may be set meanwhile, as a TV's is
  begin.textContent = t("show-again");
  shown.hidden = false;
  const tick = () => {
    const left = Math.ceil((until - performance.now()) / 1000);
    shown.textContent = left > 0 ? t("code-shows", { seconds: left }) : t("code-gone");
    if (left <= 0 || !shown.isConnected) clearInterval(shown.timer);
  };
  clearInterval(shown.timer);
  shown.timer = setInterval(tick, SECOND_MS);
  tick();
}

async function attempt(said, act) {
  said.textContent = "";
  try {
    await act();
  } catch (error) {
    said.textContent = error.message || t("not-sent");
  }
}
