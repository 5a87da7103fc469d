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

/** True when a handler answered by {@link reply}. */
export function isReply(value: unknown): value is Reply<number, unknown> {
  return typeof value === "object" && value !== null && "~reply" in value;
}
