// The input for a setting, made of what its schema says it may be. What it may not be the server says.

import { el, t } from "../lib/dom.js";

const LINEUP = 4;

/** The input: its ``node``, what its ``value()`` is, and how to ``set(value)`` it. ``onchange`` is called at each
 * change. */
export function field(id, setting, onchange) {
  const schema = plain(setting.schema),
    make = FIELDS[kind(schema, setting)];
  return make({ id, schema, words: setting.choices, nullable: isNullable(setting.schema), onchange });
}

const isNullable = (schema) => Boolean(schema.anyOf?.some((part) => part.type === "null"));

/** The schema without null; several lists of choices are one. */
function plain(schema) {
  const parts = (schema.anyOf ?? [schema]).filter((part) => part.type !== "null");
  if (parts.length > 1 && parts.every((part) => part.enum)) return { enum: parts.flatMap((part) => part.enum) };
  return parts.length > 1 ? { type: "either" } : parts[0];
}

function kind(schema, { level }) {
  if (schema.enum) return "choice";
  if (schema.format === "color") return "color";
  if (schema.type === "integer" && level === "first") return "range";
  if (schema.type !== "array") return { integer: "number" }[schema.type] ?? schema.type;
  if (schema.prefixItems) return "row";
  if (!schema.items?.enum) return "list";
  return schema.items.enum.includes("") ? "helmets" : "several";
}

/** As they are read, so that what belongs together stands together. */
const sorted = (boxes, worded) =>
  [...boxes].sort(([one], [other]) => worded(one).localeCompare(worded(other), document.documentElement.lang));

const input = (id, properties) => el("input", { id, autocomplete: "off", spellcheck: "false", ...properties });
const limits = (schema) => ({ min: schema.minimum ?? schema.exclusiveMinimum, max: schema.maximum });
const step = (schema) => (schema.type === "integer" ? (schema.multipleOf ?? 1) : "any");
const numeral = (text, nullable) => (text.trim() === "" ? (nullable ? null : "") : Number(text.replace(",", ".")));

function select(id, choices, words, onchange) {
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

/** Several inputs side by side, each named by its place. */
function row(id, count, make) {
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

function number({ id, schema, nullable, onchange }) {
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

function text({ id, schema, onchange, nullable }, more = {}) {
  const node = input(id, { type: "text", maxlength: schema.maxLength, oninput: onchange, ...more });
  return {
    node,
    value: () => (nullable && node.value === "" ? null : node.value),
    set: (value) => {
      node.value = value ?? "";
    },
  };
}

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

const FIELDS = {
  number,
  string: text,
  choice: ({ id, schema, words, onchange }) => select(id, schema.enum, words, onchange),
  boolean({ id, onchange }) {
    const node = input(id, { type: "checkbox", role: "switch", class: "switch", onchange });
    return {
      node,
      value: () => node.checked,
      set: (value) => {
        node.checked = Boolean(value);
      },
    };
  },
  range({ id, schema, onchange }) {
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
  },
  color(made) {
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
  },
  /** A number, or a word. */
  either(made) {
    const inner = text(made);
    return { ...inner, value: () => (/^\d+$/.test(inner.node.value) ? Number(inner.node.value) : inner.node.value) };
  },
  row: ({ id, schema, nullable, onchange }) => {
    const inner = row(id, schema.prefixItems.length, (part, index) =>
      number({ id: part, schema: schema.prefixItems[index], onchange }),
    );
    return { ...inner, value: () => (nullable && inner.value().every((each) => each === "") ? null : inner.value()) };
  },
  helmets: ({ id, schema, words, onchange }) =>
    row(id, schema.minItems ?? LINEUP, (part) =>
      select(
        part,
        ["", "+", "-"],
        { "+": t("helmet-plus"), "-": t("helmet-minus"), ...words, "": t("helmet-plain") },
        onchange,
      ),
    ),
  several({ id, schema, words, onchange }) {
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
  },
  list(made) {
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
  },
  object: (made) =>
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
      (table) =>
        Object.entries(table)
          .map(([name, meant]) => `${name} = ${meant}`)
          .join("\n"),
    ),
};
