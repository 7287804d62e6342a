// Inputs for a setting of one value: each is its ``node``, what its ``value()`` is, and how to ``set(value)`` it.

import { el } from "../lib/dom.js";

const limits = (schema) => ({ min: schema.minimum ?? schema.exclusiveMinimum, max: schema.maximum });
const step = (schema) => (schema.type === "integer" ? (schema.multipleOf ?? 1) : "any");
const numeral = (text, nullable) => (text.trim() === "" ? (nullable ? null : "") : Number(text.replace(",", ".")));

/** An input as all of them are. */
export const input = (id, properties) => el("input", { id, autocomplete: "off", spellcheck: "false", ...properties });

/** One of a list, with a word for each that has one. */
export function select(id, choices, words, onchange) {
  const node = el(
    "select",
    { id, onchange },
    choices.map((choice, index) => el("option", { value: index }, words[choice] ?? String(choice))),
  );
  return {
    node,
    value: () => choices[node.value],
    set: (value) => {
      node.value = choices.indexOf(value);
    },
  };
}

/** One of the choices that the schema names. */
export const choice = ({ id, schema, words, onchange }) => select(id, schema.enum, words, onchange);

/** On or off. */
export function toggle({ id, onchange }) {
  const node = input(id, { type: "checkbox", role: "switch", class: "switch", onchange });
  return {
    node,
    value: () => node.checked,
    set: (value) => {
      node.checked = Boolean(value);
    },
  };
}

/** A number. */
export function number({ id, schema, nullable, onchange }) {
  const node = input(id, {
    type: "number",
    inputmode: "decimal",
    step: step(schema),
    ...limits(schema),
    oninput: onchange,
  });
  return {
    node,
    value: () => numeral(node.value, nullable),
    set: (value) => {
      node.value = value ?? "";
    },
  };
}

/** A number that is dragged. */
export function range({ id, schema, onchange }) {
  const said = el("output", { for: id });
  const node = input(id, {
    type: "range",
    ...limits(schema),
    oninput: () => {
      said.value = node.value;
      onchange();
    },
  });
  return {
    node: el("div", { class: "range" }, node, said),
    value: () => Number(node.value),
    set: (value) => {
      node.value = value;
      said.value = value;
    },
  };
}

/** A text; ``more`` properties of its input. */
export function text({ id, schema, onchange, nullable }, more = {}) {
  const node = input(id, { type: "text", maxlength: schema.maxLength, oninput: onchange, ...more });
  return {
    node,
    value: () => (nullable && node.value === "" ? null : node.value),
    set: (value) => {
      node.value = value ?? "";
    },
  };
}

/** A colour by its name, with those that are known. */
export function color(made) {
  const swatch = el("span", { class: "swatch", "aria-hidden": "true" }),
    id = `${made.id}-colors`;
  const show = () => {
    swatch.dataset.color = inner.node.value.trim().toLowerCase();
  };
  const inner = text(
    {
      ...made,
      onchange: () => {
        show();
        made.onchange();
      },
    },
    { list: id },
  );
  const known = el(
    "datalist",
    { id },
    Object.entries(made.words).map(([name, word]) => el("option", { value: name }, word)),
  );
  return {
    node: el("div", { class: "color" }, swatch, inner.node, known),
    value: inner.value,
    set: (value) => {
      inner.set(value);
      show();
    },
  };
}

/** A number, or a word. */
export function either(made) {
  const inner = text(made);
  return { ...inner, value: () => (/^\d+$/.test(inner.node.value) ? Number(inner.node.value) : inner.node.value) };
}
