// A table as a file for a spreadsheet: what is on the page, cell by cell.

import { button, t } from "./dom.js";

/** A button that saves the table; ``called`` is the name of the file, without its ending. */
export const csvButton = (table, called) =>
  button("CSV", () => save(table, called), { class: "quiet csv", "aria-label": t("save-csv", { table: called }) });

function save(table, called) {
  const rows = [...table.rows].map((row) => [...row.cells].map(quoted).join(","));
  // A spreadsheet knows by the mark at the beginning that these are letters of every alphabet.
  const file = URL.createObjectURL(new Blob([`\ufeff${rows.join("\r\n")}\r\n`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: file, download: `${called}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

/** The text of a cell; a name that a spreadsheet would take for a formula has an apostrophe before it. */
function quoted(cell) {
  const text = cell.textContent.trim(),
    safe = /^[=+@-]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
