import type { TableRow } from "@bourse/contract";

import { HttpError } from "../errors.ts";

/** @throws HttpError ROUTE_INVALID for a path that is not a template, or a method and path given twice */
export function checkRows(rows: readonly TableRow[]): void {
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
