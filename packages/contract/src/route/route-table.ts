/**
 * The rows of an API as the server, the fetch handler and the mock look them up: with trouter, the router inside Polka.
 *
 * Trouter itself ignores case and a trailing slash and returns every match in the order of registration. Rows are
 * therefore registered as strict patterns, literal segments before parameters, and the first match counts.
 */

import { Trouter } from "trouter";
import * as z from "zod";

import { checkGiven } from "../check-given.ts";
import { PathPattern } from "./path-pattern.ts";

/** A method and path that requests are matched against. */
export interface TableRow {
  /** HTTP method in capitals. */
  readonly method: string;
  /** Path template such as `/api/jobs/:uuid`: each segment is literal or a parameter. */
  readonly path: string;
}

/** A row with its compiled path, ready for a router that takes patterns. */
export interface RouteEntry<Row> {
  /** The row as it was given. */
  readonly row: Row;
  /** Matches the whole path, case and slashes included; one named group for each parameter. */
  readonly pattern: PathPattern;
  /** True when a path exists that this template and another one of the table both match. */
  readonly overlaps: boolean;
}

/** A request's row and its path parameters. */
export interface RouteMatch<Row> {
  /** The matched row. */
  readonly row: Row;
  /** Path parameters by name, percent-decoded; a value with a broken percent-encoding stays as it came. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds rows by method and path. */
export interface RouteTable<Row> {
  /** The entries in the order of their registration: literal segments before parameters. */
  readonly entries: readonly RouteEntry<Row>[];
  /** Returns the row for a request; HEAD finds the row of GET. Undefined without a match. */
  find(method: string, path: string): RouteMatch<Row> | undefined;
  /**
   * Returns the methods of a path for the `Allow` header: in the order in which the table first names them, then HEAD
   * where GET is, then OPTIONS. Empty when no row has the path.
   */
  allowed(path: string): readonly string[];
}

const anyRows = z.array(z.looseObject({ method: z.string(), path: z.string() }));

/**
 * Makes the table of `rows`, whose paths are valid templates. Cost of a look-up: one pattern for each row of a method.
 *
 * @throws ContractError ARGUMENT_INVALID
 */
export function createRouteTable<Row extends TableRow>(rows: readonly Row[]): RouteTable<Row> {
  checkGiven("createRouteTable", "rows", anyRows, rows);
  const entries = rows
    .toSorted((a, b) => compareText(rank(a.path), rank(b.path)))
    .map((row) => ({
      row,
      pattern: new PathPattern(row.path),
      overlaps: rows.some((other) => other !== row && overlap(row, other)),
    }));
  const trouter = new Trouter<RouteEntry<Row>>();
  for (const entry of entries) trouter.add(entry.row.method as "GET", entry.pattern, entry);
  const methods = new Set([...rows.map(({ method }) => method), "HEAD"]);
  const first = (method: string, path: string): RouteEntry<Row> | undefined =>
    trouter.find(method as "GET", path).handlers[0];
  return {
    entries,
    find: (method, path) => {
      const entry = first(method, path);
      return entry && { row: entry.row, params: paramsOf(entry, path) };
    },
    allowed: (path) => {
      const found = [...methods].filter((method) => first(method, path) !== undefined);
      return found.length === 0 ? [] : [...found, "OPTIONS"];
    },
  };
}

/** Reads the parameters of an entry out of a path that it matches. */
export function paramsOf(entry: RouteEntry<unknown>, path: string): Record<string, string> {
  const groups = entry.pattern.exec(path)?.groups ?? {};
  return Object.fromEntries(entry.pattern.names.map((name) => [name, decoded(groups[name] ?? "")]));
}

/** Tells whether every percent sign of a path begins the encoding of valid UTF-8. */
export function isWellEncoded(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  return text.includes("%") && isWellEncoded(text) ? decodeURIComponent(text) : text;
}

/** Segment by segment, 0 for a literal and 1 for a parameter: sorts literal segments first. */
function rank(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (segment.startsWith(":") ? "1" : "0"));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function overlap(a: TableRow, b: TableRow): boolean {
  const [left, right] = [a.path.split("/"), b.path.split("/")];
  if (a.method !== b.method || left.length !== right.length) return false;
  if (!a.path.includes("/:") || !b.path.includes("/:")) return false;
  return left.every((segment, at) => {
    const other = right[at] ?? "";
    return segment.startsWith(":") || other.startsWith(":") || segment === other;
  });
}
