/** The steps of calls, told to a hook that logs them. */

/**
 * A step of a call, for logs: it holds no header, no body, no query and no path parameter, and so no secret.
 *
 * - `request`: a request leaves.
 * - `response`: the head of its answer has arrived.
 * - `retry`: the try failed, and another follows after a wait.
 * - `refresh`: the credentials were refused; the request is sent once more when they have been renewed, once for all
 *   calls that wait for them.
 */
export interface DebugEvent {
  /** Kind of the step. */
  readonly type: "request" | "response" | "retry" | "refresh";
  /** Operation id of the route. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path template of the route, such as `/jobs/:uuid`. */
  readonly path: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** HTTP status of a `response`. */
  readonly status?: number;
  /** Id that the service gave the request of a `response`, if any. */
  readonly requestId?: string | undefined;
  /** Time from a request to the head of its `response` in milliseconds. */
  readonly durationMilliseconds?: number;
  /** Error code that caused a `retry` or a `refresh`. */
  readonly code?: string;
  /** Wait before the next try in milliseconds, of a `retry`. */
  readonly waitMilliseconds?: number;
}

/** The call that a step belongs to, with its client's hook. */
interface Origin {
  readonly key: string;
  readonly route: Pick<DebugEvent, "method" | "path">;
  readonly settings: { readonly debug: (event: DebugEvent) => void };
}

/** Tells the debug hook of a client about a step of a call. */
export function tell(
  { key, route: { method, path }, settings }: Origin,
  step: Omit<DebugEvent, "operation" | "method" | "path">,
): void {
  settings.debug({ ...step, operation: key, method, path });
}
