/** Tables of routes out of smaller ones. */

import type { Routes } from "./api.ts";

/**
 * One table with the routes of all.
 *
 * The annotation lets bundlers drop a table that a client does not use; a spread they would keep.
 */
// @__NO_SIDE_EFFECTS__
export function joinRoutes<A extends Routes, B extends Routes, C extends Routes = {}>(
  first: A,
  second: B,
  third?: C,
): A & B & C {
  return { ...first, ...second, ...third } as A & B & C;
}
