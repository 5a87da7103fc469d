/**
 * Splits a changeset of several packages into one a package, so that each changelog tells its own package's changes
 * only.
 *
 * A paragraph or list item that begins with `**kernel, http**:` (or with full names, or in backticks) belongs to the
 * packages that it names, and so does what follows up to the next such beginning. A changeset of one package needs
 * none.
 */

const SCOPE = "@bourse/";
const RELEASE = /^["'](.+)["']:\s*(major|minor|patch)$/u;
const BLOCKS = /(\n{2,}|\n(?=- ))/u;
const LABEL = /^(- )?((?:\*\*|`)(?:[@a-z\d/,*`-]|\s(?!\s))+):(?:\*\*)?\s+/u;
const PLAIN = /^(- )((?:@bourse\/)?[a-z\d-]+(?:,\s+(?:@bourse\/)?[a-z\d-]+)*):\s+/u;
const NAME = /^(?:@bourse\/)?[a-z\d-]+$/u;

/**
 * The parts of a changeset, one a package: `{ name, type, summary }`.
 *
 * @throws Error when the front matter cannot be read, when a text belongs to no package, when it is grouped under a
 * package that the front matter lacks, or when a package of the front matter has no text
 */
export function splitChangeset(text) {
  const [, matter, body] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/u.exec(text) ?? [];
  if (matter === undefined) throw new Error("It has no front matter between two lines of ---.");
  const releases = matter
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name, type] = RELEASE.exec(line.trim()) ?? [];
      if (name === undefined) throw new Error(`The front matter has no package in "${line}".`);
      return { name, type };
    });
  const summaries = groupsOf(
    body.trim(),
    releases.map(({ name }) => name),
  );
  return releases.map(({ name, type }) => {
    const summary = (summaries.get(name) ?? "").trim();
    if (summary === "") throw new Error(`It names ${name}, but no text begins with it.`);
    return { name, type, summary };
  });
}

/** The text of each package by its name. */
function groupsOf(body, names) {
  const texts = new Map();
  let current = names.length === 1 ? names : [];
  // Separators of the blocks stand between them.
  const pieces = body.split(BLOCKS);
  for (let place = 0; place < pieces.length; place += 2) {
    const block = pieces[place];
    const label = labelOf(block, names);
    if (label !== null) current = label.names;
    const unknown = current.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new Error(`A text is grouped under ${unknown}, which the front matter lacks.`);
    }
    if (current.length === 0) {
      const start = block.replaceAll(/\s+/gu, " ").slice(0, 40);
      throw new Error(`"${start} …" belongs to no package; begin it with **name, name**:`);
    }
    const rest = label === null ? block : label.rest;
    const separator = place === 0 ? "" : pieces[place - 1];
    for (const name of current) {
      const before = texts.get(name);
      texts.set(name, before === undefined ? rest : before + separator + rest);
    }
  }
  return texts;
}

/**
 * The packages that a block begins with, and its rest; null where it begins with something else. Unmarked words at the
 * beginning of a list item count where each of them is a package of the front matter.
 */
function labelOf(block, known) {
  const match = LABEL.exec(block) ?? PLAIN.exec(block);
  if (match === null) return null;
  const [whole, bullet = "", text] = match;
  const words = text.replaceAll(/[*`]/gu, "").split(/,\s+/u);
  if (!words.every((word) => NAME.test(word))) return null;
  const names = words.map((word) => SCOPE + word.replace(SCOPE, ""));
  if (!/[*`]/u.test(text) && !names.every((name) => known.includes(name))) return null;
  return { names, rest: bullet + unwrapped(block.slice(whole.length)) };
}

/** The label took part of the first line; one long line is wrapped by nobody but the reader's screen. */
function unwrapped(text) {
  return /^\s*(?:[-*] |```)/mu.test(text) ? text : text.replaceAll(/\s*\n\s*/gu, " ");
}
