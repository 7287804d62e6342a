// The score put right outright: a `set` line of whatever differs from what stands.

import { el, named, t } from "./dom.js";

const NUMBERS = { inning: [1, 999], balls: [0, 3], strikes: [0, 2], outs: [0, 2], away: [0, 999], home: [0, 999] };
const PLACES = [...Array(23).keys()].map((index) => index + 1);
const MOST_RUNNERS = 3;

/** The form; ``onLine`` is called with the line that its values come to. */
export function setForm(state, onLine) {
  const form = el("form", { class: "set-form", onsubmit: (event) => {
    event.preventDefault();
    onLine(lineOf(state, new FormData(form)));
  } },
  el("div", { class: "numbers" }, Object.entries(NUMBERS).map(([name, [least, most]]) => number(state, name, least, most)),
    halfOf(state)),
  state.phase === "pitch" && runners(state),
  el("button", { type: "submit", class: "main" }, t("see-first")));
  return form;
}

function number(state, name, least, most) {
  const words = name in state.setup ? t("runs-of", { team: state.setup[name].name }) : t(`set-${name}`);
  return el("label", {}, el("span", {}, words),
    el("input", { type: "number", inputmode: "numeric", name, min: least, max: most, value: state[name], required: true }));
}

function halfOf(state) {
  const option = (half) => el("option", { value: half, selected: state.half === half }, t(`half-${half}`));
  return el("label", {}, el("span", {}, t("set-half")), el("select", { name: "half" }, option("top"), option("bottom")));
}

function runners(state) {
  const choices = (chosen) => [el("option", { value: "" }, t("nobody")),
    PLACES.map((place) => el("option", { value: place, selected: place === chosen }, t(`spot.${place}`)))];
  const select = (index) => el("label", {}, el("span", {}, t("set-runner", { number: index + 1 })),
    el("select", { name: "runners" }, choices(state.runners[index])));
  return el("fieldset", {}, el("legend", {}, t("set-runners")), [...Array(MOST_RUNNERS).keys()].map(select));
}

function lineOf(state, values) {
  const line = { type: "set" };
  for (const name of Object.keys(NUMBERS)) {
    const value = Number(values.get(name));
    if (value !== state[name]) line[name] = value;
  }
  if (values.get("half") !== state.half) line.half = values.get("half");
  const places = values.getAll("runners").filter(Boolean).map(Number).sort((one, other) => other - one);
  if (state.phase === "pitch" && places.join() !== state.runners.join()) line.runners = places;
  return line;
}
