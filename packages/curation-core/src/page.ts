/** Lists in pages; a page by cursor costs the same at any depth. */

import { type Page, hasCode } from "@bourse/kernel";

import { invalid } from "./invalid.ts";
import { cursorInvalid } from "./page-cursor.ts";

/** Size and position of a page. */
export interface PageQuery {
  /** Maximum number of items, 1–100. Default 50. */
  readonly limit?: number;
  /** Value of `next` on the previous page; all other parameters must be the same. Default: the first page. */
  readonly cursor?: string;
}

/** One page of a list. */
export interface PageOf<T> {
  /** Items of this page, in order. */
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** The page size of a query. @throws CurationError VALIDATION_ERROR */
export function limitOf({ limit = 50 }: PageQuery): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw invalid(["query", "limit"], "must be a whole number from 1 to 100", "integer");
}

/** A page of stored documents, each converted by `view`. @throws CurationError CURSOR_INVALID */
export async function pageOf<T extends { readonly id: string }, View>(
  reading: Promise<Page<T>>,
  view: (document: T) => View,
): Promise<PageOf<View>> {
  try {
    const { items, next } = await reading;
    return { items: items.map(({ value }) => view(value)), next };
  } catch (error) {
    throw hasCode(error, "STORE_CURSOR_INVALID") ? cursorInvalid(error) : error;
  }
}
