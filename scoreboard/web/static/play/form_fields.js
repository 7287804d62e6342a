// The fields of a form: of several one, on or off, one of a list, and what is stepped.

import { button, el, t } from "../lib/dom.js";

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

/** A value that is stepped: ``next(value, by)`` is the one after it, null where there is none. */
export function stepper({ said, value, next, onstep, words = String, signs = null }) {
  const shown = el("output", {}, words(value));
  const step = (by, sign, label) => {
    const act = () => {
      const then = next(value, by);
      if (then === null) return;
      value = then;
      draw();
      onstep(value);
    };
    return button(sign, act, { class: "step-by", "aria-label": label });
  };
  const less = signs ? step(-1, signs[0]) : step(-1, "\u2212", t("one-less", { what: said })),
    more = signs ? step(1, signs[1]) : step(1, "+", t("one-more", { what: said }));
  const draw = () => {
    shown.textContent = words(value);
    less.setAttribute("aria-disabled", String(next(value, -1) === null));
    more.setAttribute("aria-disabled", String(next(value, 1) === null));
  };
  draw();
  return el("div", { class: "stepper", role: "group", "aria-label": said }, less, shown, more);
}
