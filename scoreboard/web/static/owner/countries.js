// The countries whose rules a radio can keep: a select of all that the browser has a name for.

import { el, t } from "../lib/dom.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const NONE = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]); // unions, and what stands for no country

/** A select, at what was `chosen`, or else at the country of the browser's language. */
export function countries(chosen) {
  const guessed = chosen ?? new Intl.Locale(navigator.language).region ?? "";
  const options = named().map(([code, name]) => el("option", { value: code, selected: code === guessed }, name));
  return el("select", { id: "home-country" }, el("option", { value: "" }, t("home-country-none")), options);
}

/** Codes with their names in the language of the page, by name; one that has another code by now is left out. */
function named() {
  const { lang } = document.documentElement;
  const names = new Intl.DisplayNames([lang], { type: "region", fallback: "none" });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NONE.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => [code, names.of(code)])
    .filter(([, name]) => name)
    .sort(([, one], [, other]) => one.localeCompare(other, lang));
}
