// Sending a change to the appliance. The law there judges it; what comes back is a sentence.
// A tap is not lost while the server restarts: it is sent again until it is answered. `expect` makes that safe, for a
// tap that had arrived after all is refused the second time, and so is one that another phone was quicker than.
// A server that is silent is not waited for: it is said soon that it does not answer, and in the end that it did not.

import { api, reach, t } from "./dom.js";

const TRIES = 12;
const AGAIN_MS = 1_500;
const SOON_MS = 1_500;
const SAFE_MS = 5_000; // for what may be sent again
const KEPT_MS = 20_000;

/** What the server said no with: its status, and the reason in words. */
export class Refusal extends Error {
  constructor(status, said) {
    super(said);
    this.status = status;
  }
}

/** Whether this phone is paired, and as what. */
export async function fetchMe() {
  const answer = await reach(api("me"));
  const said = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, said.error);
  return said;
}

/** The role of this phone: "owner", "scorer", or null where it is not paired. */
export const fetchRole = async () => (await fetchMe()).phone?.role ?? null;

/** Post a value; the answer, or a Refusal with its reason. ``onWait`` is called while the server does not answer. */
export async function post(path, value, { query = {}, onWait = () => {}, tries = TRIES } = {}) {
  const begun = Date.now(),
    limit = query.expect || query.dry ? SAFE_MS : undefined;
  for (let left = tries; ; left -= 1) {
    const soon = setTimeout(onWait, SOON_MS);
    try {
      return await once(path, value, query, { limit });
    } catch (error) {
      if (error.status === 412 && query.expect && left < tries && (await hasArrived(path, value, query))) return {};
      const mayHaveArrived = error.late && !limit;
      if (error instanceof Refusal || left <= 1 || mayHaveArrived || Date.now() - begun > KEPT_MS) throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    } finally {
      clearTimeout(soon);
    }
  }
}

/** The game that everybody looks at; null where there is none. */
export async function onTheBoard() {
  const answer = await reach(api("state"), { limit: SAFE_MS });
  return answer.ok ? answer.json() : null;
}

/** Whether what is sent a second time was done the first time: a line stands where it was to stand, a game after that
 * one, or the game that was to be brought back is on the board. */
async function hasArrived(path, sent, { expect }) {
  const [, resumed] = path.match(/^games\/(\d+)\/resume$/) ?? [];
  if (resumed) return String((await onTheBoard().catch(() => null))?.game) === resumed;
  const [game, number] = expect.split("-").map(Number),
    same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const at = { lines: [game, number], games: [game + 1, 0] }[path];
  if (!at) return false;
  const record = await reach(api(`games/${at[0]}`)).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  const recorded = JSON.parse(record.split("\n")[at[1]] || "{}");
  return Object.entries(sent).every(([key, value]) => same(recorded[key], value));
}

/** Have something erased. */
export const remove = (path) => once(path, {}, {}, { method: "DELETE" });

async function once(path, value, query, { method = "POST", limit }) {
  const answer = await reach(api(path, query), {
    method,
    limit,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw new Refusal(answer.status, said.error ?? "");
}

const SAID = new Set(["call", "hold", "move", "ball"]);
const SCORE = ["phase", "inning", "half", "balls", "strikes", "outs", "away", "home", "runners"];

/** Where play stands in a state: what is sent with it is refused once play has gone on. */
export const placeOf = (state) => ({ expect: `${state.game}-${state.number}` });

/** The same, and which question is open: of what answers it, or would answer another one that came up. */
export const askedAt = (state) => `${placeOf(state).expect}-${state.asked?.id ?? 0}`;

/** Whether what was begun at one state may still be done at the next: nothing but words that leave the score as it is
 * has come between. A throw, or what was taken back or put right, is another matter, and so is what was not seen. */
export function stillHolds(before, state) {
  if (before.game !== state.game) return false;
  if (before.number === state.number) return before.said === state.said; // a throw-off has no lines
  const { type, button } = state.cause ?? {};
  const isSaid = SAID.has(type) || (type === "press" && (button === "ok" || button === "next"));
  const same = (key) => JSON.stringify(before[key]) === JSON.stringify(state[key]);
  return isSaid && state.number === before.number + 1 && SCORE.every(same);
}

/** What a line would do, without doing it; the refusal's reason where the law does not allow it, or ``unheard`` where
 * nothing answers. ``place`` is where play stands as it is asked of. */
export async function dry(line, place = {}) {
  try {
    return await post("lines", line, { query: { ...place, dry: 1 }, tries: 1 });
  } catch (error) {
    if (!(error instanceof Refusal)) return { refused: t("no-contact"), unheard: true };
    return { refused: error.message, overtaken: error.status === 412 };
  }
}

/** What a new game may be made of; null where this phone may not begin one. */
export async function fetchChoices() {
  const answer = await reach(api("new"));
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}
