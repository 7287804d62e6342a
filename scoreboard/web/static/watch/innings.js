// The runs by inning as they stood at an earlier moment, added up from the states: the box score has those of the end.

const SIDES = ["away", "home"];
const LOOKS_BACK = new Set(["undo", "redo"]);

const side = ({ half }) => (half === "top" ? "away" : "home");

/** As the line score has them, after the first ``moments`` states of a game that was told as its record reads now; as
 * many innings as the ``box`` score of the whole game has, so that nothing moves about as the game goes on. */
export function inningsAt(states, moments, box) {
  const counted = states
    .slice(0, moments)
    .filter(({ cause, stands }) => stands !== "undone" && !LOOKS_BACK.has(cause?.button));
  const first = states[0].inning,
    runs = { away: [], home: [] };
  let before = states[0];
  for (const state of counted) {
    // A run is of the half-inning that it was made in.
    for (const each of SIDES) add(runs[each], before.inning - first, state[each] - before[each]);
    runs[side(state)][state.inning - first] ??= 0; // who comes to bat has a number there
    before = state;
  }
  return Object.fromEntries(
    SIDES.map((each) => [each, { first, innings: box[each].innings.map((_, index) => runs[each][index] ?? null) }]),
  );
}

function add(innings, index, scored) {
  if (scored) innings[index] = (innings[index] ?? 0) + scored;
}
