// The home's Wi-Fi: which are in reach, the password, and what came of it. A phone may lose the page in the middle, so
// the page goes on asking until it is answered again.

import { acting, ask, send, sure } from "../lib/ask.js";
import { button, el, named, say, section, t } from "../lib/dom.js";
import { place } from "../lib/kept.js";
import { countries } from "./countries.js";

const PATH = "network/home";
const LOOKS_MS = 4_000;
const EVERY_MS = 2_000;
const OTHER = "";

/** The card. */
export function homeWifi() {
  const said = el("p", { class: "reply", role: "alert" }),
    told = el("p", { class: "saved", role: "status" }),
    shown = el("div", { class: "network" });
  let timer = null,
    form = null;
  const show = (home) => {
    clearTimeout(timer);
    const joining = home.state === "joining";
    say(told, joining ? t("home-joining", { ssid: home.about }) : home.state === "settled" ? outcome(home) : "");
    say(said, home.state === "failed" ? outcome(home) : "");
    const mine = home.found.find((each) => each.joined);
    form?.keep();
    form = home.why_not || joining ? null : new Choice(home, { said, show });
    shown.replaceChildren(
      ...[
        mine && mine.ssid !== home.kept && el("p", {}, ...around(t("home-now"), mine.ssid)),
        el("p", {}, ...(home.kept ? around(t("home-kept"), home.kept) : [t("home-none")])),
        home.kept && !joining && !home.why_not && forget(home, said, show),
        form?.node,
        home.why_not && el("p", { class: "hint" }, home.why_not),
      ].filter(Boolean),
    );
    if (joining) timer = setTimeout(look, EVERY_MS);
  };
  const look = () =>
    ask(PATH).then(
      ({ value }) => show(value),
      (error) => {
        if (!error.status)
          timer = setTimeout(look, EVERY_MS); // it is on its way into the other Wi-Fi, or this phone is
        else said.textContent = error.message;
      },
    );
  const begin = async () => {
    await look();
    const before = form;
    const unlessUsed = (home) => {
      if (form === before && !form.node.contains(document.activeElement)) show(home); // else it may be older news
    };
    if (before) await hear(unlessUsed).catch(() => {}); // without a look, a name can be typed
  };
  begin();
  return section(t("home-wifi"), "card-home-wifi", told, shown, said);
}

/** Have the radio look, and show what it has heard some seconds later. */
async function hear(show) {
  await send("POST", `${PATH}/look`, {});
  await new Promise((done) => {
    setTimeout(done, LOOKS_MS);
  });
  const { value } = await ask(PATH);
  if (value.state !== "joining") show(value);
}

const outcome = ({ about, said }) => (about ? t("home-about", { ssid: about, said }) : said);

/** A sentence with a name in it, which is isolated. */
function around(wording, ssid) {
  const [before, after] = wording.split("{ssid}");
  return [before, named(ssid), after];
}

function forget({ kept }, said, show) {
  return button(
    t("home-forget"),
    () =>
      sure(t("home-forget"), t("home-forget-why", { ssid: kept }), t("home-forget"), async () => {
        show((await send("DELETE", PATH, {})).value);
        said.textContent = "";
      }),
    { class: "quiet" },
  );
}

const kept = place("home-wifi");
let typed = { ssid: null, name: "", ...kept.value, password: "" };

/** Which one, and its password. What somebody types outlives a new list. */
class Choice {
  constructor(home, { said, show }) {
    this.name = el("input", {
      id: "home-name",
      maxlength: 32,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      value: typed.name,
      oninput: () => this.keep(),
    });
    this.password = el("input", {
      id: "home-password",
      type: "password",
      maxlength: 64,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      value: typed.password,
    });
    this.rows = home.found.map((each) => this.#row(each));
    const other = this.#radio(OTHER);
    this.rows.push(el("label", { class: "tick" }, other, el("span", {}, t("home-other"))));
    if (!home.found.length) other.checked = true;
    this.named = el(
      "div",
      { class: "home-field" },
      el("label", { for: "home-name" }, t("home-name")),
      this.name,
      el("small", {}, t("home-name-how")),
    );
    const reveal = el("input", {
      type: "checkbox",
      onchange: () => {
        this.password.type = reveal.checked ? "text" : "password";
      },
    });
    this.locked = el(
      "div",
      { class: "home-field" },
      el("label", { for: "home-password" }, t("home-password")),
      this.password,
      el("label", { class: "tick" }, reveal, el("span", {}, t("home-show"))),
    );
    this.country = countries(typed.country);
    const where = el(
      "div",
      { class: "home-field" },
      el("label", { for: "home-country" }, t("home-country")),
      this.country,
      el("small", {}, t("home-country-how")),
    );
    const join = acting(t("home-join"), "offer", said, async () => {
      const open = home.found.some((each) => each.ssid === this.chosen && each.lock === "open");
      const { value } = await send("POST", PATH, {
        ssid: this.chosen === OTHER ? this.name.value : this.chosen,
        password: open ? "" : this.password.value,
        country: this.country.value,
      });
      this.password.value = "";
      show(value);
      kept.drop();
    });
    const again = acting(t("home-look"), "quiet", said, () => hear(show));
    this.node = el(
      "div",
      { class: "network" },
      home.found.length
        ? home.earlier && el("p", { class: "hint" }, t("home-earlier"))
        : el("p", { class: "hint" }, t("home-nothing")),
      el(
        "fieldset",
        {
          onchange: () => {
            this.#follow(home);
            this.keep();
          },
        },
        el("legend", {}, t("home-which")),
        this.rows,
      ),
      again,
      this.named,
      this.locked,
      (this.last = el("div", { class: "network" }, where, el("p", { class: "hint" }, t("home-lost")), join)),
    );
    this.#follow(home);
  }

  get chosen() {
    return this.node.querySelector("input[name=home]:checked")?.value ?? null;
  }

  /** Remember what is typed, for the next list. */
  keep() {
    const shown = { ssid: this.chosen, name: this.name.value, country: this.country.value };
    typed = { ...shown, password: this.password.value };
    kept.keep(shown);
  }

  #follow(home) {
    const { chosen } = this;
    this.named.hidden = chosen !== OTHER;
    this.locked.hidden = chosen === null || home.found.some((each) => each.ssid === chosen && each.lock === "open");
    this.last.hidden = chosen === null;
  }

  #radio(ssid, disabled = false) {
    return el("input", {
      type: "radio",
      name: "home",
      value: ssid,
      disabled,
      checked: !disabled && typed.ssid === ssid,
    });
  }

  #row({ ssid, signal, lock }) {
    const how = { open: t("home-open"), password: t("home-locked"), other: t("home-impossible") }[lock];
    return el(
      "label",
      { class: "tick" },
      this.#radio(ssid, lock === "other"),
      el("span", {}, named(ssid), " ", el("small", {}, `${t("home-signal", { signal })}, ${how}`)),
    );
  }
}
