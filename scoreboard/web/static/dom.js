// What every view is made of: elements, words, and the language and address of this page.
// Text goes into the document as text nodes, never as markup: teams are called anything.

const SVG = "http://www.w3.org/2000/svg";
const WORDS = JSON.parse(document.body.dataset.words);

export const lang = document.documentElement.lang;

/** The wording of a key, with {name} replaced by values. */
export function t(key, values = {}) {
  const wording = WORDS[key];
  if (wording === undefined) throw new Error(`no words for ${key}`);
  return wording.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The word for a colour, where there is one: an owner may call his dice anything. */
export const colorWord = (color) => WORDS[`color.${color.toLowerCase()}`] ?? color;

/** An element with properties (data- and aria- attributes too) and children; null children are left out. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** Likewise, of a drawing. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** What is painted on a helmet; a lone hyphen reads as a slip of the pen. */
export const painted = (sign) => (sign ?? "").replace("-", "\u2212");

/** A heading and what stands under it. */
export function section(title, name, ...children) {
  const id = `h-${name}`;
  return el("section", { class: name, "aria-labelledby": id }, el("h2", { id }, title), ...children);
}

/** What the page is about, for who moves from heading to heading: what is seen needs no such line. */
export const heading = (words) => el("h1", { class: "unseen" }, words);

/** A name that people gave, isolated: one in Hebrew or Arabic would reorder what stands beside it. */
export const named = (name) => el("bdi", {}, name);

const CONTROLS = "button, a, input, select, summary";
const known = (control) => `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`;

/** Whether the keyboard's focus is being put back, and not moved by whoever has the keyboard. */
export let isReturning = false;

/** Draw what is in a node anew; who was on a control in it with the keyboard stays on the one of that name. */
export function renew(node, children) {
  const held = node.contains(document.activeElement) && document.activeElement;
  node.replaceChildren(...children);
  if (held && !held.isConnected) refocus(held, node);
}

/** Put the focus on what a control that is gone became, else on the part of the page around: Tab goes on from there. */
export function refocus(gone, near) {
  const main = document.querySelector("main"), part = (near.isConnected && near.closest("section:not([hidden])")) || main;
  const again = [...part.querySelectorAll(CONTROLS)].find((each) => !each.disabled && known(each) === known(gone));
  if (!again && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  isReturning = true;
  (again ?? part).focus({ preventScroll: true });
  isReturning = false;
}

/** Set a node's text only when it differs: a live region speaks at every change. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Fetch, and say it in this page's language where nothing answers: a browser has words of its own for that. */
export async function reach(address, options = {}) {
  try {
    return await fetch(address, options);
  } catch {
    throw new Error(t("not-sent"));
  }
}

/** The address of an answer of the server, in this page's language. */
export function api(path, query = {}) {
  const asked = new URLSearchParams({ ...query, lang });
  return `/api/${path}?${asked}`;
}
