/** Recordings of exchanges, masked where runs of the same code differ, and their differences. */

/** One request and its answer, with placeholders for what each run makes up. */
export interface Exchange {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The exchanges of each case, by its name. */
export type Recording = Readonly<Record<string, readonly Exchange[]>>;

const VARIES = "<varies>";

/** The first run, with `<varies>` wherever another run has another value. */
export function maskDifferences([first = {}, ...others]: readonly Recording[]): Recording {
  return others.reduce((masked, other) => mask(masked, other) as Recording, first);
}

function mask(one: unknown, other: unknown): unknown {
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
    return Object.is(one, other) ? one : VARIES;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const rest = one.length === other.length ? [] : [VARIES];
    const shared = Math.min(one.length, other.length);
    return [...one.slice(0, shared).map((item, index) => mask(item, other[index])), ...rest];
  }
  const [a, b] = [one as Readonly<Record<string, unknown>>, other as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(keys.map((key) => [key, mask(a[key], b[key])]));
}

/** Each place at which two recordings differ, as a line; what varies equals anything. */
export function differencesOf(before: unknown, after: unknown, place = ""): readonly string[] {
  if (before === VARIES || after === VARIES || Object.is(before, after)) return [];
  if (!isBranch(before) || !isBranch(after)) {
    return [`${place}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`];
  }
  // What follows a `<varies>` at the end of a list varies in number.
  const open = [before, after].some((list) => Array.isArray(list) && list.at(-1) === VARIES);
  const [a, b] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys
    .filter((key) => !open || (key in a && key in b))
    .flatMap((key) => differencesOf(a[key], b[key], `${place}/${key}`));
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
