// @ts-check
// Combines the index files, which have a column for each field (search/columns.py), into the objects that the ranking
// uses.

/** @typedef {string | string[]} Value */

/**
 * @param {AnswersFiles} files those that have been fetched; if a game's files are missing, so are its entries
 * @returns {AnswersIndex}
 */
export function unpacked({ own, other }) {
  const { games = {}, names = {}, order = [], same = [], same_japanese = [] } = { ...other[""], ...own[""] };
  /** @type {{ of: { [game: string]: AnswersFile }, read: (column: string) => Value[] }[]} */
  const sets = [own, other].flatMap((of) => (of[""] ? [{ of, read: reader(of[""]) }] : []));
  /** @type {(game: string, name: "rulings" | "entries") => any[]} */
  const table = (game, name) =>
    rows(
      sets.flatMap(({ of, read }) =>
        Object.entries(of[game]?.[name] ?? {}).map(([field, text]) => [field, read(text)]),
      ),
    );
  const entries = Object.fromEntries(
    Object.keys(own).map((game) => [game, joined(game, table(game, "entries"), table(game, "rulings"))]),
  );
  const japanese = Object.assign({}, ...sets.flatMap(({ of }) => Object.values(of).map((file) => file.japanese)));
  return {
    games,
    names,
    speech: { same: [...same, ...same_japanese], japanese },
    entries: order.flatMap(([game, count]) => entries[game]?.splice(0, count) ?? []),
  };
}

/** @type {(book: AnswersFile) => (column: string) => Value[]} a reader of the columns of a set of files */
function reader({ alphabet = "", shared = "" }) {
  const letters = alphabet.split("\n");
  const [first, skipped] = ["#".charCodeAt(0), "\\".charCodeAt(0)];
  /** @type {(column: string) => string[]} */
  const cells = (column) => {
    let text = "";
    for (let at = 0; at < column.length; at++) {
      const code = column.charCodeAt(at);
      text += letters[code - first - Number(code > skipped)] ?? "";
    }
    return text.split("~");
  };
  const texts = cells(shared);
  const item = (/** @type {string} */ text) => (text.startsWith("\t") ? (texts[+text.slice(1)] ?? "") : text);
  return (column) =>
    cells(column).map((cell) => (cell.endsWith("|") ? cell.slice(0, -1).split("|").map(item) : item(cell)));
}

/** @type {(columns: [string, Value[]][]) => any[]} */
function rows(columns) {
  /** @type {any[]} */
  const found = [];
  for (const [field, values] of columns)
    for (const [n, value] of values.entries()) {
      found[n] ??= {};
      if (value) found[n][field] = value;
    }
  return found;
}

/** @type {(game: string, entries: any[], rulings: Dispute[]) => Answer[]} */
function joined(game, entries, rulings) {
  const address = (/** @type {string} */ at) => `book/${game && `${game}/`}${at.replace(/#|$/, ".html$&")}`;
  for (const one of [...entries, ...rulings]) one.at = address(one.at);
  for (const entry of entries) {
    if (game) entry.game = game;
    if (entry.rule) entry.at += `#${entry.rule.replaceAll(".", "-")}`;
    for (const name of ["disputes", "shown"]) entry[name] = entry[name]?.map((/** @type {string} */ n) => rulings[+n]);
  }
  return entries;
}
