/** Pages of lists. */

/** Page of a list that is asked for. */
export interface ListOptions {
  /** Maximum number of items. 1–100. Default 20. */
  readonly limit?: number;
  /** Cursor `next` of the page before; default the first page. */
  readonly cursor?: string;
}

/** One page of a list, newest first. */
export interface RecordPage<T> {
  /** Items of this page. */
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}
