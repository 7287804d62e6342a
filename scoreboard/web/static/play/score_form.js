// The score put right outright: a `set` line of whatever differs from what stands. What there is to set, its bounds and
// its words are listed by the server, as the game in play has them.

import { api, el, reach, t } from "../lib/dom.js";
import { keepTyped } from "../lib/kept.js";

/** What may be put right now; what could be otherwise after that ``line`` of the game in play, where it is given. */
export async function fetchSettable(line = null) {
  const answer = await reach(api("put-right", line ? { line } : {}), { cache: "no-store" });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** The form; ``onLine`` is called with the line that its values come to. */
export function setForm({ fields, runners, why_not: whyNot }, onLine) {
  const form = el(
    "form",
    {
      class: "set-form",
      onsubmit: (event) => {
        event.preventDefault();
        onLine(lineOf(fields, runners, new FormData(form)));
      },
    },
    el("div", { class: "numbers" }, fields.map(field)),
    runners && men(runners),
    whyNot && el("p", { class: "hint" }, whyNot),
    fields.length > 0 && el("button", { type: "submit", class: "main" }, t("see-first")),
  );
  keepTyped(form, "put right", JSON.stringify([fields, runners]));
  return form;
}

const KINDS = {
  number: ({ key, said, value, least, most }) =>
    labelled(
      said,
      el("input", { type: "number", inputmode: "numeric", name: key, min: least, max: most, value, required: true }),
    ),
  text: ({ key, said, value, most }) =>
    labelled(said, el("input", { name: key, maxlength: most, value, required: true, autocomplete: "off" })),
  choice: ({ key, said, value, choices }) => labelled(said, select(key, choices, value)),
  order: ({ key, said, value, choices }) =>
    value.map((each, index) => labelled(`${said} ${index + 1}`, select(key, choices, each))),
};

const field = (each) => KINDS[each.kind](each);
const labelled = (said, input) => el("label", {}, el("span", {}, said), input);
const select = (name, choices, chosen, ...first) =>
  el(
    "select",
    { name },
    first,
    choices.map(({ value, said }) => el("option", { value, selected: value === chosen }, said)),
  );

function men({ men: rows, places, helmets }) {
  const row = ({ place, helmet }, index) =>
    el(
      "div",
      { class: "numbers" },
      labelled(
        t("set-runner", { number: index + 1 }),
        select("place", places, place, el("option", { value: "" }, t("nobody"))),
      ),
      helmets.length > 0 && labelled(t("set-helmet", { number: index + 1 }), select("helmet", helmets, helmet)),
    );
  return el("fieldset", {}, el("legend", {}, t("set-runners")), rows.map(row));
}

function lineOf(fields, runners, values) {
  const line = { type: "set" };
  for (const { key, kind, value } of fields) {
    const now =
      kind === "order"
        ? values.getAll(key).map(Number)
        : typeof value === "number"
          ? Number(values.get(key))
          : values.get(key).trim();
    if (String(now) !== String(value)) put(line, key, now);
  }
  const said = runners ? { ...line, ...placed(runners, values) } : line;
  return Object.keys(said).length > 1 ? said : { ...said, half: values.get("half") }; // a line must say something
}

/** `hits.away` is `away` within `hits`. */
function put(line, key, value) {
  const [whole, part] = key.split(".");
  line[whole] = part ? { ...line[whole], [part]: value } : value;
}

/** The runners, if anything of them differs: the most advanced first, and their helmets in that order. */
function placed({ men: was, helmets: differ }, values) {
  const [places, helmets] = [values.getAll("place"), values.getAll("helmet").map(Number)];
  const on = places
    .map((place, index) => ({ place: Number(place), helmet: differ.length ? helmets[index] : null }))
    .filter(({ place }) => place)
    .sort((one, other) => other.place - one.place);
  const before = was.filter(({ place }) => place);
  if (
    on.length === before.length &&
    on.every((man, index) => man.place === before[index].place && man.helmet === before[index].helmet)
  )
    return {};
  return { runners: on.map(({ place }) => place), ...(differ.length && { helmets: on.map(({ helmet }) => helmet) }) };
}
