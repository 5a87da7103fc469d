/** The address behind `#` as text and as parts: `#/runs/17?metric=sharpe`. */

export interface Place {
  /** First segment of the path; empty at the root. */
  readonly page: string;
  /** The segments behind it, decoded. */
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Parts of a hash, with slashes at its end or without. What cannot be decoded stays as it is written. */
export function parsePlace(hash: string): Place {
  const [path = "", search = ""] = hash.replace(/^#?\/?/u, "").split(/\?(.*)/su);
  const [page = "", ...rest] = path.replace(/\/+$/u, "").split("/").map(decoded);
  return { page, rest, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** The hash of a place; parameters without a value are left out. */
export function formatPlace(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const search = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
