/** What a mock saw: one record a request, in order of arrival. */

export interface RecordedCall {
  /** The operation id; undefined for a path or method that the API does not have. */
  readonly key: string | undefined;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent; empty when there was none. */
  readonly body: string;
  /** undefined while the answer is under way, and for a network fault. */
  readonly status: number | undefined;
}
