/** Tables of routes out of smaller ones. */

import type { Routes } from "./api.ts";

/**
 * One table with the routes of all.
 *
 * The annotation lets bundlers drop a table that a client does not use; a spread they would keep.
 */
// @__NO_SIDE_EFFECTS__
export function joinRoutes<
  A extends Routes,
  B extends Routes,
  C extends Routes = {},
  D extends Routes = {},
>(first: A, second: B, third?: C, fourth?: D): A & B & C & D {
  return { ...first, ...second, ...third, ...fourth } as A & B & C & D;
}
