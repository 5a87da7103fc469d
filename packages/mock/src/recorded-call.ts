/** What a mock saw: one record a request, in order of arrival. */

/** A request that a mock has received. */
export interface RecordedCall {
  /** The operation id; undefined for a path or method that the API does not have. */
  readonly key: string | undefined;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query parameters by name; the last value of each. */
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body as text. */
  readonly body: string;
  /** undefined while the answer is under way, and for a network fault. */
  readonly status: number | undefined;
}
