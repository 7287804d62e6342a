// The lines of a game's record, each with the state after it (`cause` is the line, `told` what was said of it).

import { api, reach } from "../lib/dom.js";

const AMENDABLE = new Set(["die", "chip", "roll", "move", "skip", "ball", "hold", "call", "press", "set", "end"]);
const PAST = new Set(["undo", "redo"]);

/** Whether a line makes earlier ones read otherwise. */
export const rewrites = (cause) => cause?.type === "amend" || PAST.has(cause?.button);

/** Whether a line only takes a play back or does it again, or was taken back. */
export const isTakenBack = ({ cause, stands, refused }) => !refused && (stands === "undone" || PAST.has(cause?.button));

/** Whether there is something to look at: what a play did, and what the camera saw of it. */
export const reviewable = ({ cause }) => Boolean(cause) && AMENDABLE.has(cause.type) && !PAST.has(cause.button);

/** Whether a play can be put right: an amendment itself is taken back by UNDO, and what was taken back is past that. */
export const amendable = (state) => reviewable(state) && state.stands !== "undone";

/** The last one that is so. Browsers have `findLast` of late only, and TVs have browsers of some years ago. */
export const lastOf = (states, isSo) => [...states].reverse().find(isSo);

/** All states of a game. */
export async function fetchStates(game) {
  const answer = await reach(api(`games/${game}/states`, { told: 1 }));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return (await answer.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Who said a line. Cards are set aside by chance, whoever deals; who committed to a card chose it, and not who shows
 * it. */
export function saidBy({ line, cause }, states) {
  if (cause?.by !== "box" || cause.type !== "call") return cause?.by;
  if (cause.call.startsWith("aside ")) return null;
  if (!cause.call.startsWith("card ")) return cause.by;
  const commits = (state) => state.line < line && !state.refused && state.cause?.call?.startsWith("commit ");
  return lastOf(states, commits)?.cause.by ?? cause.by;
}
