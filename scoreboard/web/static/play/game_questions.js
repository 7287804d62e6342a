// What is asked of a new game itself: which one, how long, and by which rules.

import { el, section, t } from "../lib/dom.js";
import { check, folded, radios, select } from "./form_fields.js";
import { usualOf } from "./game_draft.js";

/** Which game. */
export function whichGame(form) {
  const items = form.choices.rules.map((each) => ({ value: each.name, said: each.said, about: each.about }));
  return section(
    t("which-game"),
    "which-game",
    radios("rules", t("which-game"), items, form.draft.rules, (name) => {
      Object.assign(form.draft, usualOf(form.choices.rules.find((each) => each.name === name)));
      form.changed("innings", "home", "lineup", "box", "more", "house");
    }),
  );
}

/** How many innings. */
export function howLong(form) {
  const most = Math.max(form.choices.most_innings, form.draft.innings);
  const items = [...Array(most).keys()].map((index) => ({ value: index + 1, said: String(index + 1) }));
  return section(
    t("how-long"),
    "how-long",
    radios("innings", t("how-long"), items, form.draft.innings, (innings) => form.put("innings", innings), "row"),
  );
}

/** Whether the dice say who is home, in a game that has them thrown for it. */
export function whoIsHome(form) {
  if (!form.rules.throws_off) return null;
  return el(
    "section",
    { class: "throw-off" },
    check(t("throw-for-home"), form.draft.throws_off, (on) => form.put("throws_off", on), t("throw-for-home-why")),
  );
}

/** What only some games have. */
export function otherwise(form) {
  const { options, first, decks } = form.rules,
    { draft } = form;
  if (!options.length && first === null) return null;
  const numbers = [...Array(Math.max(form.choices.most_innings, first ?? 0)).keys()].map((index) => index + 1);
  return section(
    t("otherwise"),
    "otherwise",
    options.map((option) =>
      check(option.said, draft.options.includes(option.name), (on) => choose(form, option.name, on)),
    ),
    first !== null &&
      select(
        t("first-inning"),
        numbers.map((number) => [number, String(number)]),
        draft.first,
        (value) => form.put("first", Number(value)),
      ),
    decks.length > 1 &&
      select(
        t("deck"),
        decks.map((deck, index) => [index, deck.name]),
        draft.deck,
        (value) => form.put("deck", Number(value)),
      ),
  );
}

/** With an option a game is usually as long as that says. */
function choose(form, name, on) {
  const others = form.draft.options.filter((each) => each !== name);
  form.draft.options = on ? [...others, name] : others;
  const long = form.rules.options.filter((each) => form.draft.options.includes(each.name)).map((each) => each.innings);
  form.draft.innings = long.length ? Math.min(...long) : form.rules.innings;
  form.changed("innings");
}

/** What only some families want. */
export function house(form) {
  const now = {
    ...Object.fromEntries(form.rules.house.map((each) => [each.name, each.value])),
    ...form.draft.house,
  };
  const put = (name, value) => {
    form.draft.house = Object.assign(now, { [name]: value });
    form.changed();
  };
  const fields = form.rules.house.map(({ name, said, value, least, most }) =>
    typeof value === "boolean"
      ? check(said, now[name], (on) => put(name, on))
      : el(
          "label",
          {},
          el("span", {}, said),
          el("input", {
            type: "number",
            inputmode: "numeric",
            min: least,
            max: most,
            value: now[name],
            onchange: (event) => event.currentTarget.checkValidity() && put(name, Number(event.currentTarget.value)),
          }),
        ),
  );
  return folded(t("house"), Boolean(form.draft.house), el("p", { class: "hint" }, t("house-why")), fields);
}
