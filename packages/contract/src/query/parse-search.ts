/** A query string as names and texts; a name that comes twice is told, so that no layer can pick another value. */

export interface Search {
  /** Values by name. */
  readonly values: Readonly<Record<string, string>>;
  /** All values, in their order, of names that came more than once. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
}

const NONE: Search["repeated"] = new Map();

/**
 * Reads `?a=1&b=x+y`. No bracket syntax: `a[b]` is a name like any other.
 *
 * @returns undefined when a percent sign is not followed by valid UTF-8 in hex
 */
export function parseSearch(search: string): Search | undefined {
  const values = Object.create(null) as Record<string, string>;
  let repeated: Map<string, string[]> | undefined;
  for (const pair of (search.startsWith("?") ? search.slice(1) : search).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    const first = values[name];
    if (first === undefined) {
      values[name] = value;
      continue;
    }
    repeated ??= new Map();
    const all = repeated.get(name);
    if (all === undefined) repeated.set(name, [first, value]);
    else all.push(value);
  }
  return { values, repeated: repeated ?? NONE };
}

function decode(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
