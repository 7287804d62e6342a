// Figures as a file for a spreadsheet: what is on the page, cell by cell. A table is made here, and so has its button.

import { button, el, t } from "./dom.js";

/** A table with a button that saves it. ``called``: what it is; ``heads`` are the cells of its first row, ``rows`` its
 * other rows; with a ``caption`` it says itself what it is. */
export function dataTable(called, heads, rows, { caption = false } = {}) {
  const table = el(
    "table",
    { class: "box" },
    caption && el("caption", {}, called),
    el("thead", {}, el("tr", {}, heads)),
    el("tbody", {}, rows),
  );
  return [
    el("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": called }, table),
    csvButton(table, called),
  ];
}

/** A button that saves a table, or the rows that a function gives; ``called`` is the name of the file, without its
 * ending. */
export const csvButton = (figures, called) =>
  button("CSV", () => save(typeof figures === "function" ? figures() : cells(figures), called), {
    class: "quiet csv",
    "aria-label": t("save-csv", { table: called }),
  });

const cells = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));

function save(rows, called) {
  const lines = rows.map((row) => row.map(quoted).join(","));
  // A spreadsheet knows by the mark at the beginning that these are letters of every alphabet.
  const file = URL.createObjectURL(new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: file, download: `${called}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

/** The text of a cell; a name that a spreadsheet would take for a formula has an apostrophe before it. */
function quoted(cell) {
  const text = String(cell).trim(),
    safe = /^[=+@-]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
