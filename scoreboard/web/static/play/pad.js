// Pads, by which a throw is entered: one tap a value.

import { button, el, t } from "../lib/dom.js";

export const D6 = 6;

/** A keypad of values; the one that was read is marked. */
export function keypad(values, { color = null, was = null, label, onpick }) {
  const key = ([value, words]) =>
    button(
      words,
      ({ currentTarget: picked }) => {
        pick(picked);
        onpick(value);
      },
      {
        class: value === was ? "was" : null,
        "aria-pressed": value === was ? "true" : null,
        "data-face": typeof value === "string" ? value : null,
      },
    );
  return el("div", { class: "keypad", role: "group", "aria-label": label, "data-color": color }, values.map(key));
}

/** Mark the one of its kind that was tapped, and drop what was shown of another. */
export function pick(picked) {
  for (const each of picked.parentNode.children) {
    each.classList.toggle("picked", each === picked);
    each.setAttribute("aria-pressed", String(each === picked));
  }
  picked.dispatchEvent(new Event("input", { bubbles: true }));
}

const FIVE = 5;
const COLUMNS = { 7: 4, 8: 4, 11: 6, 12: 6 };

/** How many keys of a die stand side by side; a die alone of six sides has two rows. */
export const columnsOf = (sides, dice) =>
  sides > D6 ? (COLUMNS[sides] ?? FIVE) : dice === 1 ? Math.ceil(sides / 2) : D6;

/** And how many rows of them there are. */
export const rowsOfDie = (sides, dice) => Math.ceil(sides / columnsOf(sides, dice));

/** The line of a roll; one of six-sided dice does not say so. */
export const rollOf = (values, sides) => ({ type: "roll", values, ...sidesOf(sides) });

/** What a line says of the sides of its dice. */
export const sidesOf = (sides) => (sides === D6 ? {} : { sides });

/** Dice of so many sides, one keypad each; done once all are chosen. */
export function rollPad(dice, sides, done, was = []) {
  const values = [...was];
  const pads = [...Array(dice).keys()].map((index) =>
    keypad(upto(sides), {
      was: was[index],
      label: t("die-number", { number: index + 1 }),
      onpick: (value) => {
        values[index] = value;
        if (values.filter(Boolean).length === dice) done([...values]);
      },
    }),
  );
  return el("div", { class: "rolls" }, pads);
}

/** The values of a die. */
export const upto = (most) => [...Array(most).keys()].map((index) => [index + 1, String(index + 1)]);

/** The sides of the chip. */
export const faces = () => [
  ["hit", t("hit")],
  ["out", t("out")],
];
