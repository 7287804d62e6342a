// What is being typed is kept in this tab, over Back and a reload, until it is sent. No password is, and no code.

const SECRET = "[type=password], [type=file], [type=hidden], [autocomplete=one-time-code]";

/** A place for a value under that name; what was kept ``of`` something else is not given back. */
export function place(name, of = "") {
  const key = `typed ${name}`;
  const attempt = (act) => {
    try {
      return act();
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const read = () => JSON.parse(sessionStorage.getItem(key));
  return {
    get value() {
      const kept = attempt(read);
      return kept?.of === of ? kept.value : null;
    },
    keep: (value) => attempt(() => sessionStorage.setItem(key, JSON.stringify({ of, value }))),
    drop: () => attempt(() => sessionStorage.removeItem(key)),
  };
}

/** Keep what is typed into the fields of a part of the page, and give it back now; returned is how it is dropped. */
export function keepTyped(node, name, of = "") {
  const kept = place(name, of),
    isTicked = (field) => field.matches("[type=checkbox], [type=radio]");
  const fields = () => [...node.querySelectorAll("input, select, textarea")].filter((field) => !field.matches(SECRET));
  const values = kept.value ?? [],
    now = fields();
  for (const [index, value] of values.length === now.length ? values.entries() : []) {
    if (isTicked(now[index])) now[index].checked = value;
    else now[index].value = value;
  }
  node.addEventListener("input", () =>
    kept.keep(fields().map((field) => (isTicked(field) ? field.checked : field.value))),
  );
  return kept.drop;
}
