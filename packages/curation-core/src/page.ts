/** Lists in pages: a cursor costs the same however deep it stands. */

import { type Page, hasCode } from "@bourse/kernel";

import { invalid } from "./invalid.ts";
import { cursorInvalid } from "./page-cursor.ts";

export interface PageQuery {
  /** 1–100. Default 50. */
  readonly limit?: number;
  /** `next` of the page before, with the very same query otherwise. */
  readonly cursor?: string;
}

/** `next` is null on the last page. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The limit in force. @throws CurationError VALIDATION_ERROR */
export function limitOf({ limit = 50 }: PageQuery): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw invalid(["query", "limit"], "must be a whole number from 1 to 100", "integer");
}

/** A page of the store, each document as `view` shows it. @throws CurationError CURSOR_INVALID */
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
