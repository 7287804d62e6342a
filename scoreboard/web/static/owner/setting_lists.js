// Inputs for a setting of several values: side by side, as ticks, or a line each.

import { el, t } from "../lib/dom.js";
import { input, number, select } from "./setting_inputs.js";

const LINEUP = 4;

/** So many numbers. */
export const row = ({ id, schema, nullable, onchange }) => {
  const inner = sideBySide(id, schema.prefixItems.length, (part, index) =>
    number({ id: part, schema: schema.prefixItems[index], onchange }),
  );
  return { ...inner, value: () => (nullable && inner.value().every((each) => each === "") ? null : inner.value()) };
};

/** The helmets of a line-up. */
export const helmets = ({ id, schema, words, onchange }) =>
  sideBySide(id, schema.minItems ?? LINEUP, (part) =>
    select(
      part,
      ["", "+", "-"],
      { "+": t("helmet-plus"), "-": t("helmet-minus"), ...words, "": t("helmet-plain") },
      onchange,
    ),
  );

/** Those of some choices that are ticked. */
export function several({ id, schema, words, onchange }) {
  const worded = (choice) => words[choice] ?? choice;
  const boxes = schema.items.enum.map((choice) => [choice, input(null, { type: "checkbox", onchange })]);
  return {
    node: el(
      "div",
      { class: "several", role: "group", id, tabindex: "-1" },
      sorted(boxes, worded).map(([choice, box]) => el("label", {}, box, el("span", {}, worded(choice)))),
    ),
    value: () => boxes.filter(([, box]) => box.checked).map(([choice]) => choice),
    set: (values) =>
      boxes.forEach(([choice, box]) => {
        box.checked = values?.includes(choice);
      }),
  };
}

/** Numbers or words, a line or a comma between. */
export function list(made) {
  const isNumeric = made.schema.items?.type === "number" || made.schema.items?.type === "integer";
  const parts = (written) =>
    written
      .split(/[,\n]/)
      .map((part) => part.trim())
      .filter(Boolean);
  return lines(
    made,
    (written) =>
      parts(written).length || isNumeric
        ? parts(written).map((part) => (isNumeric && !Number.isNaN(Number(part)) ? Number(part) : part))
        : null,
    (values) => values.join("\n"),
  );
}

/** Names and what each means, a line each. */
export const table = (made) =>
  lines(
    made,
    (written) =>
      Object.fromEntries(
        written
          .split("\n")
          .filter((line) => line.trim())
          .map((line) => line.split("=").map((part) => part.trim()))
          .map(([name, meant]) => [name, meant ?? ""]),
      ),
    (named) =>
      Object.entries(named)
        .map(([name, meant]) => `${name} = ${meant}`)
        .join("\n"),
  );

/** Several inputs side by side, each named by its place. */
function sideBySide(id, count, make) {
  const parts = [...Array(count).keys()].map((index) => make(`${id}-${index}`, index));
  parts.forEach((part, index) => part.node.setAttribute("aria-label", t("setting-part", { number: index + 1 })));
  return {
    node: el(
      "div",
      { class: "row", role: "group", id, tabindex: "-1" },
      parts.map((part) => part.node),
    ),
    value: () => parts.map((part) => part.value()),
    set: (values) => parts.forEach((part, index) => part.set(values?.[index])),
  };
}

/** As they are read, so that what belongs together stands together. */
const sorted = (boxes, worded) =>
  [...boxes].sort(([one], [other]) => worded(one).localeCompare(worded(other), document.documentElement.lang));

function lines({ id, onchange }, read, write) {
  const node = el("textarea", { id, rows: 3, spellcheck: "false", oninput: onchange });
  return {
    node,
    value: () => read(node.value),
    set: (value) => {
      node.value = write(value ?? []);
    },
  };
}
