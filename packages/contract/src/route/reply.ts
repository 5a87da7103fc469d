/** A handler's answer where plain data does not do: another declared status, or headers. */

export interface Reply<Status, Data> {
  readonly "~reply": true;
  /** Status of the reply, one that the route declares. */
  readonly status: Status;
  /** Data of the reply, in the shape of the status's schema. */
  readonly data: Data;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** Answers `data` with `status`, one of those that the route declares. */
export function reply<const Status extends number, Data>(
  status: Status,
  data: Data,
  headers?: Readonly<Record<string, string>>,
): Reply<Status, Data> {
  return { "~reply": true, status, data, headers };
}

/** A page of a list, which leads to the next one. */
export interface PageReply<Data> extends Reply<200, Data> {
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/**
 * Answers a page of a list with 200, for a route that pages. The header `Link` (RFC 8288) then leads to the next page:
 * the request's own query with `cursor` set to `next`. It is relative to the list, so that no proxy in front can break
 * it.
 */
export function pageReply<Data>(
  data: Data,
  next: string | null,
  headers?: Readonly<Record<string, string>>,
): PageReply<Data> {
  return { ...reply(200, data, headers), next };
}

/** True when a handler answered by {@link reply}. */
export function isReply(value: unknown): value is Reply<number, unknown> {
  return typeof value === "object" && value !== null && "~reply" in value;
}
