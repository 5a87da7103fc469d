/** The page of a place. */

import type { Place } from "../model/place-text.ts";
import type { Page } from "./shell.tsx";

type Addressed = Pick<Page, "name" | "reaches">;

/**
 * Returns the page of a place: the first one where the place names none, or one of the `others`; undefined where no
 * page has anything at it.
 */
export function pageAt<P extends Addressed>(
  { page, rest }: Place,
  pages: readonly P[],
  others: readonly Addressed[] = [],
): P | undefined {
  const [first] = pages;
  if (page === "" && rest.length === 0) return first;
  const named = pages.find(({ name }) => name === page);
  const known = named ?? others.find(({ name }) => name === page);
  if (known === undefined) return undefined;
  const isReached = rest.length === 0 || known.reaches?.(rest) === true;
  return isReached ? (named ?? first) : undefined;
}

/** Tells that a page has something at one segment behind its name: `#/runs/ID`. */
export function reachesOne(rest: readonly string[]): boolean {
  return rest.length === 1;
}
