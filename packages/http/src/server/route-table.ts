/** The routes of an API as Polka matches them: strict in case and slashes, fixed paths before templates. */

import { HttpError } from "../errors.ts";

/** One row to mount. */
export interface TableRow {
  /** `GET`, `POST`, … in capitals. */
  readonly method: string;
  /** `/api/jobs/:uuid`: segments, each fixed or a parameter. */
  readonly path: string;
}

/** A row with the expression that matches its path and names its parameters. */
export interface MountedRow<Row extends TableRow> {
  readonly row: Row;
  readonly pattern: RegExp;
}

/**
 * `rows` with their patterns, in matching order: of two that fit one path the one with the earlier fixed segment wins.
 *
 * @throws HttpError ROUTE_INVALID: a path that is no template, or a method and path given twice
 */
export function mountOrder<Row extends TableRow>(rows: readonly Row[]): readonly MountedRow<Row>[] {
  const seen = new Set<string>();
  for (const { method, path } of rows) {
    const shape = `${method} ${path.replace(/:[^/]+/g, ":")}`;
    if (seen.has(shape)) {
      throw new HttpError(
        "ROUTE_INVALID",
        `expected each method and path once, found ${shape} twice.`,
      );
    }
    seen.add(shape);
  }
  return rows
    .map((row) => ({ row, pattern: pathPattern(row.path) }))
    .sort((a, b) => compareText(rank(a.row.path), rank(b.row.path)));
}

/** The methods that exist for `pathname`, HEAD beside GET, OPTIONS last; empty when the path does not exist. */
export function allowedMethods(
  table: readonly MountedRow<TableRow>[],
  pathname: string,
): readonly string[] {
  const methods = new Set<string>();
  for (const { row, pattern } of table) {
    if (!pattern.test(pathname)) continue;
    methods.add(row.method);
    if (row.method === "GET") methods.add("HEAD");
  }
  if (methods.size > 0) methods.add("OPTIONS");
  return [...methods];
}

function pathPattern(path: string): RegExp {
  if (!/^\/(?:(?::[A-Za-z_]\w*|[^/:?#*()]+)(?:\/(?!$)|$))*$/.test(path)) {
    throw new HttpError(
      "ROUTE_INVALID",
      `expected a path like /api/jobs/:uuid, found ${JSON.stringify(path)}.`,
    );
  }
  const source = path
    .split("/")
    .map((part) => (part.startsWith(":") ? `(?<${part.slice(1)}>[^/]+)` : escapeText(part)))
    .join("/");
  return new RegExp(`^${source}$`);
}

/** Segment by segment, 0 for a fixed one and 1 for a parameter: sorts fixed segments first. */
function rank(path: string): string {
  return path.replace(/[^/]+/g, (part) => (part.startsWith(":") ? "1" : "0"));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
