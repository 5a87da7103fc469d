/** Lists in pages: a cursor costs the same however deep it stands. */

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
