/**
 * The rows of a server, found by method and path: strict in case and slashes, fixed paths before templates.
 *
 * Stands in for Trouter below Polka, which tries every pattern on every request, ignores case, takes a trailing slash
 * for none, and runs the handlers of all that match.
 */

import { HttpError } from "../errors.ts";

/** What a path is matched against. */
export interface IndexedRow {
  /** `GET`, `POST`, … in capitals. */
  readonly method: string;
  /** `/api/jobs/:uuid`: segments, each fixed or a parameter. */
  readonly path: string;
}

interface Match<Row> {
  readonly row: Row;
  /** Still percent-encoded. */
  readonly params: Record<string, string>;
}

export interface RouteIndex<Row> {
  /** The row for a request; HEAD finds what GET would. Cost: one look-up for a fixed path. */
  find(method: string, pathname: string): Match<Row> | undefined;
  /** The methods that exist for a path, HEAD beside GET, OPTIONS last; empty when the path does not exist. */
  allowed(pathname: string): readonly string[];
}

/**
 * Indexes `rows`; of two templates that fit one path the one with the earlier fixed segment wins.
 *
 * @throws HttpError ROUTE_INVALID: a path that is no template, or a method and path given twice
 */
export function createRouteIndex<Row extends IndexedRow>(rows: readonly Row[]): RouteIndex<Row> {
  checkRows(rows);
  const methods = new Map<string, MethodIndex<Row>>();
  for (const method of new Set(rows.map((row) => row.method))) {
    methods.set(method, indexMethod(rows.filter((row) => row.method === method)));
  }
  const get = methods.get("GET");
  if (get !== undefined && !methods.has("HEAD")) methods.set("HEAD", get);
  return {
    find: (method, pathname) => findRow(methods.get(method), pathname),
    allowed: (pathname) => {
      const found = [...methods.keys()].filter((name) => findRow(methods.get(name), pathname));
      return found.length === 0 ? [] : [...found, "OPTIONS"];
    },
  };
}

interface MethodIndex<Row> {
  readonly fixed: ReadonlyMap<string, Row>;
  readonly templates: readonly Template<Row>[];
}

interface Template<Row> {
  readonly row: Row;
  /** The text before the first parameter: a cheap first question. */
  readonly prefix: string;
  /** The one parameter is all that follows the prefix: then no pattern is needed. */
  readonly isTail: boolean;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

function findRow<Row>(
  index: MethodIndex<Row> | undefined,
  pathname: string,
): Match<Row> | undefined {
  if (index === undefined) return undefined;
  const fixed = index.fixed.get(pathname);
  if (fixed !== undefined) return { row: fixed, params: {} };
  for (const template of index.templates) {
    const params = paramsOf(template, pathname);
    if (params !== undefined) return { row: template.row, params };
  }
  return undefined;
}

function paramsOf(
  { prefix, isTail, pattern, names }: Template<unknown>,
  pathname: string,
): Record<string, string> | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  if (isTail) {
    const value = pathname.slice(prefix.length);
    if (value === "" || value.includes("/")) return undefined;
    // Twice as fast as a literal with a computed key.
    const params: Record<string, string> = {};
    params[names[0]!] = value;
    return params;
  }
  const values = pattern.exec(pathname);
  if (values === null) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at + 1]!]));
}

function indexMethod<Row extends IndexedRow>(rows: readonly Row[]): MethodIndex<Row> {
  const templates = rows
    .filter(({ path }) => path.includes("/:"))
    .sort((a, b) => compareText(rank(a.path), rank(b.path)))
    .map((row) => ({
      row,
      prefix: row.path.slice(0, row.path.indexOf(":")),
      isTail: /^[^:]*:\w+$/.test(row.path),
      pattern: new RegExp(`^${row.path.split("/").map(segmentPattern).join("/")}$`),
      names: row.path.match(/(?<=\/:)\w+/g) ?? [],
    }));
  const fixed = rows.filter(({ path }) => !path.includes("/:"));
  return { fixed: new Map(fixed.map((row) => [row.path, row])), templates };
}

function checkRows(rows: readonly IndexedRow[]): void {
  const seen = new Set<string>();
  for (const { method, path } of rows) {
    if (!/^\/(?:(?::[A-Za-z_]\w*|[^/:?#]+)(?:\/(?!$)|$))*$/.test(path)) {
      throw new HttpError(
        "ROUTE_INVALID",
        `expected a path like /api/jobs/:uuid, found ${JSON.stringify(path)}.`,
      );
    }
    const shape = `${method} ${path.replace(/:\w+/g, ":")}`;
    if (seen.has(shape)) {
      throw new HttpError(
        "ROUTE_INVALID",
        `expected each method and path once, found ${method} ${path} twice.`,
      );
    }
    seen.add(shape);
  }
}

function segmentPattern(segment: string): string {
  return segment.startsWith(":")
    ? "([^/]+)"
    : segment.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Segment by segment, 0 for a fixed one and 1 for a parameter: sorts fixed segments first. */
function rank(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (segment.startsWith(":") ? "1" : "0"));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
