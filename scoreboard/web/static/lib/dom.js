// What every view is made of: elements, words, and the language and address of this page.
// Text goes into the document as text nodes, never as markup: teams are called anything.

const SVG = "http://www.w3.org/2000/svg";
const WORDS = JSON.parse(document.body.dataset.words);

export const lang = document.documentElement.lang;

/** How far the script has come, for who shows what the server wrote where it cannot run (`plain.js`). */
export const hasCome = (far) => document.body.setAttribute("data-script", far);

hasCome("begun");

/** The wording of a key, with {name} replaced by values. */
export function t(key, values = {}) {
  const wording = WORDS[key];
  if (wording === undefined) throw new Error(`no words for ${key}`);
  return wording.replace(/\{(\w+)\}/g, (whole, name) => isolated(values[name] ?? whole));
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;

/** A name in a text, isolated where it is written from right to left: it would turn what stands beside it. */
export const isolated = (name) => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);

/** The word for a colour, where there is one: an owner may call his dice anything. */
export const colorWord = (color) => WORDS[`color.${color.toLowerCase()}`] ?? color;

/** An element with properties (data- and aria- attributes too) and children; null children are left out. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** A button that calls ``onclick`` when it is tapped. */
export const button = (words, onclick, properties = {}) =>
  el("button", { type: "button", onclick, ...properties }, words);

/** An element of a drawing, likewise. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

/** The style sheet of a part that comes late: there, or not to be had. Nothing is drawn before. */
export const styled = (href) =>
  new Promise((come) => {
    document.head.append(el("link", { rel: "stylesheet", href, onload: come, onerror: come }));
  });

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

const LOGOS = JSON.parse(document.body.dataset.logos || "{}");

/** The logo of the team of that name, which stands beside it; null where it has none. */
export const logo = (name) =>
  Object.hasOwn(LOGOS, name) ? el("img", { class: "logo", src: LOGOS[name], alt: "" }) : null;

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
  const main = document.querySelector("main"),
    part = (near.isConnected && near.closest("section:not([hidden]), dialog")) || main;
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

const ANSWER_MS = 15_000;

/** Have a live region speak, also where it says the same again: the words differ by a blank at their end then. */
export function announce(node, words) {
  node.replaceChildren(words && node.textContent === words ? `${words}\u00a0` : words);
}

/** Fetch the whole of an answer, within ``limit`` milliseconds; where nothing answers it is said in this page's
 * language, and whether it was waited for (``late``): then it may have arrived. */
export async function reach(address, { limit = ANSWER_MS, ...options } = {}) {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limit);
  try {
    const answer = await fetch(address, { cache: "no-store", ...options, signal: ended.signal });
    const body = await answer.blob();
    return new Response(body.size ? body : null, answer);
  } catch {
    throw Object.assign(new Error(t("not-sent")), { late: ended.signal.aborted });
  } finally {
    clearTimeout(timer);
  }
}

/** The address of an answer of the server, in this page's language. */
export function api(path, query = {}) {
  const asked = new URLSearchParams({ ...query, lang });
  return `/api/${path}?${asked}`;
}
