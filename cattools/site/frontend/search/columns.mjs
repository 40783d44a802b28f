// @ts-check
// Reads the index files, which have a column for each field (search/columns.py), as the objects that the ranking uses.

/** @typedef {{ [field: string]: string }} Columns */

/**
 * @param {AnswersFile} file
 * @param {AnswersFile} [other] what only questions in another language than the page's need
 * @returns {AnswersIndex}
 */
export function unpacked(file, other) {
  const { games = {}, same = [], same_japanese = [], japanese = {} } = { ...file, ...other };
  /** @type {(name: "rulings" | "entries") => any[]} */
  const table = (name) => rows({ ...columns(file, name), ...(other && columns(other, name)) });
  const settled = table("rulings");
  const entries = table("entries");
  for (const entry of entries) {
    if (entry.rule) entry.at = `book/${entry.at}.html#${entry.rule.replaceAll(".", "-")}`;
    for (const name of ["disputes", "shown"]) entry[name] = entry[name]?.map((/** @type {string} */ n) => settled[+n]);
  }
  return { games, speech: { same: [...same, ...same_japanese], japanese }, entries };
}

/** @type {(file: AnswersFile, name: "rulings" | "entries") => Columns} */
function columns(file, name) {
  const letters = [...file.alphabet];
  const [first, skipped] = ["#".charCodeAt(0), "\\".charCodeAt(0)];
  /** @type {(column: string) => string} */
  const decode = (column) => {
    let text = "";
    for (let at = 0; at < column.length; at++) {
      const code = column.charCodeAt(at);
      text += letters[code - first - Number(code > skipped)] ?? "";
    }
    return text;
  };
  const decoded = Object.entries(file.coded[name]).map(([field, column]) => [field, decode(column)]);
  return { ...file[name], ...Object.fromEntries(decoded) };
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
