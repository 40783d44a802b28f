// @ts-check
// Reads the index file, which has a column for each field (search/columns.py), as the objects that the ranking uses.

/** @typedef {{ [field: string]: string }} Columns */

/** @param {AnswersFile} file @returns {AnswersIndex} */
export function unpacked({ games, same, japanese, rulings, entries, alphabet, coded }) {
  const letters = [...alphabet];
  /** @type {(code: string) => string} */
  const letter = (code) => letters[code.charCodeAt(0) - "#".charCodeAt(0) - Number(code > "\\")] ?? "";
  /** @type {(plain: Columns, japanese: Columns) => any[]} */
  const table = (plain, japanese) => {
    const decoded = Object.entries(japanese).map(([field, column]) => [field, [...column].map(letter).join("")]);
    return rows({ ...plain, ...Object.fromEntries(decoded) });
  };
  const settled = table(rulings, coded.rulings);
  const all = table(entries, coded.entries);
  for (const entry of all) {
    if (entry.rule) entry.at = `book/${entry.at}.html#${entry.rule.replaceAll(".", "-")}`;
    for (const name of ["disputes", "shown"]) entry[name] = entry[name]?.map((/** @type {string} */ n) => settled[+n]);
  }
  return { games, speech: { same, japanese }, entries: all };
}

/** @type {(columns: Columns) => any[]} */
function rows(columns) {
  /** @type {any[]} */
  const found = [];
  for (const [field, column] of Object.entries(columns))
    for (const [n, value] of column.split("~").entries()) {
      found[n] ??= {};
      if (value) found[n][field] = value.endsWith("|") ? value.slice(0, -1).split("|") : value;
    }
  return found;
}
