// Which input a setting gets: its schema says what it may be. What it may not be the server says.

import { choice, color, either, number, range, text, toggle } from "./setting_inputs.js";
import { helmets, list, row, several, table } from "./setting_lists.js";

const INPUTS = {
  number,
  string: text,
  boolean: toggle,
  choice,
  range,
  color,
  either,
  row,
  helmets,
  several,
  list,
  object: table,
};

/** The input: its ``node``, what its ``value()`` is, and how to ``set(value)`` it. ``onchange`` is called at each
 * change. */
export function field(id, setting, onchange) {
  const schema = plain(setting.schema),
    make = INPUTS[kind(schema, setting)];
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
