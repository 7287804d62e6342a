// The fields of a form: of several one, on or off, one of a list, and what is folded in.

import { el } from "../lib/dom.js";

/** One of several; each may have a sentence below it. */
export function radios(name, legend, items, chosen, onpick, kind = "") {
  const groups = items.map(({ value, said, about }) =>
    el(
      "label",
      { class: "pick" },
      el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onpick(value) }),
      el("span", {}, el("b", {}, said), about && el("small", {}, about)),
    ),
  );
  return el("div", { class: `picks ${kind}`, role: "radiogroup", "aria-label": legend }, groups);
}

/** One that is on or off. */
export function check(said, checked, onpick, about = null) {
  return el(
    "label",
    { class: "check" },
    el("input", { type: "checkbox", checked, onchange: (event) => onpick(event.currentTarget.checked) }),
    el("span", {}, said, about && el("small", {}, about)),
  );
}

/** One of a list, each its value and its words. */
export function select(said, options, chosen, onpick) {
  return el(
    "label",
    {},
    el("span", {}, said),
    el(
      "select",
      { onchange: (event) => onpick(event.currentTarget.value) },
      options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
    ),
  );
}

/** What is seen once its title is tapped. */
export function folded(title, open, ...children) {
  return el("details", { open }, el("summary", {}, title), children);
}
