// What may be said now: the buttons of the table, and the answers and calls that the law allows.

import { t } from "../lib/dom.js";

/** The table's own buttons: each stays at its place, and is dead while it may not be pressed. */
export const presses = (names, buttons, offers) =>
  names.map((name) => {
    const properties = { class: `press ${name}`, disabled: !offers.buttons.includes(name) };
    const line = { type: "press", button: name };
    return buttons.make(t(`press-${name}`), line, properties, offers.asks.includes(name));
  });

/** Answers or calls: they come and go with the state. */
export const calls = (offers, buttons) =>
  offers.map(({ line, said, chosen, asks }) => {
    const pressed = chosen === undefined ? null : String(chosen);
    return buttons.make(said, line, { class: "offer", "aria-pressed": pressed }, asks);
  });

/** How the sheet of what is said seldom is named: cards and gloves lie on the table, a sign is said. */
export const seldomWords = (state) => (state.setup.rules === "rallybird" ? t("lies-open") : t("calls"));

/** Answers that can be told apart: of several with one outcome one, what is in effect if it is among them. */
export function unlike(answers) {
  const found = new Map();
  for (const each of answers) if (each.chosen || !found.has(each.said)) found.set(each.said, each);
  return found.size > 1 ? [...found.values()] : [];
}
