// The runs by inning as they stood at an earlier moment, added up from the states: the box score has those of the end.

const SIDES = ["away", "home"];
const LOOKS_BACK = new Set(["undo", "redo"]);

const side = ({ half }) => (half === "top" ? "away" : "home");

/** As the line score has them, after the first ``moments`` states of a game that was told as its record reads now. */
export function inningsAt(states, moments) {
  const counted = states.slice(0, moments).filter(({ cause, stands }) => stands !== "undone" && !LOOKS_BACK.has(cause?.button));
  const first = states[0].inning, runs = { away: [], home: [] };
  let before = states[0];
  for (const state of counted) {
    for (const each of SIDES) add(runs[each], before.inning - first, state[each] - before[each]); // of the half it was made in
    runs[side(state)][state.inning - first] ??= 0; // who comes to bat has a number there
    before = state;
  }
  return Object.fromEntries(SIDES.map((each) => [each, { first, innings: listed(runs, each) }]));
}

function add(innings, index, scored) {
  if (scored) innings[index] = (innings[index] ?? 0) + scored;
}

/** As many innings as either side has; null where one has not batted. */
function listed(runs, each) {
  const innings = Math.max(runs.away.length, runs.home.length);
  return [...Array(innings).keys()].map((index) => runs[each][index] ?? null);
}
