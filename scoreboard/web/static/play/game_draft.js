// What is chosen of a new game: kept as plain data, so that a reload finds it again. What it is sent as follows from it
// and from `rules`, what the server offers of the chosen game.

/** A game as the server has it chosen now. */
export function draftOf({ usual, rules }) {
  const { line } = usual,
    of = rules.find((each) => each.name === (line.park?.name ?? line.rules));
  const deck = Math.max(
    of.decks.findIndex((each) => each.name === line.deck?.name),
    0,
  );
  return {
    ...usualOf(of),
    ...(line.options && { options: line.options }),
    ...(line.innings && { innings: line.innings }),
    ...(line.first && { first: line.first }),
    ...(line.house && { house: line.house }),
    series: line.series ?? null,
    deck,
    away: teamOf(line.away),
    home: teamOf(line.home),
    box: usual.box,
    strength: usual.strength,
    throws_off: usual.throws_off,
  };
}

/** What is chosen with a game at first. */
export const usualOf = ({ name, innings, chosen, first }) => ({
  rules: name,
  innings,
  options: chosen,
  first,
  deck: 0,
  house: null,
});

export const teamOf = ({ name, color, lineup = null, players = [] }) => ({ name, color, lineup, players });

/** The game line, of all that is chosen. */
export function lineOf(draft, rules) {
  const { innings, options, first, deck, house, series } = draft;
  return {
    type: "game",
    ...(rules.park ? { rules: "park", park: rules.park } : { rules: draft.rules }),
    innings,
    away: teamLine(draft.away, rules),
    home: teamLine(draft.home, rules),
    ...(options.length && { options }),
    ...(rules.first !== null && { first }),
    ...(rules.decks.length && { deck: rules.decks[deck] }),
    ...(house && { house }),
    ...(series?.name.trim() && { series: { ...series, name: series.name.trim() } }),
  };
}

/** What is chosen besides. */
export function queryOf({ box, strength, throws_off: throwsOff }, rules) {
  return { box: rules.box.length ? box : "none", strength, ...(throwsOff && rules.throws_off && { throw_off: 1 }) };
}

function teamLine({ name, color, lineup, players }, rules) {
  return {
    name: name.trim(),
    color,
    ...(rules.lineup && { lineup: lineup ?? rules.lineup }),
    ...(players.length && { players }),
  };
}
