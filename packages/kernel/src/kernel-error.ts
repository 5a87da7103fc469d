import { BourseError, type ErrorOptions } from "./errors.ts";

/** Error codes of the kernel. The store has codes of its own. */
export type KernelErrorCode =
  /** An option is unknown, missing or out of bounds; details.option names it. */
  | "OPTION_INVALID"
  /** An argument breaks the documented bounds; details.argument names it. */
  | "ARGUMENT_INVALID"
  /** A value that is not plain JSON; details.path says where. */
  | "JSON_INVALID"
  /** Text or a number that is no decimal, or one past the allowed digits. */
  | "DECIMAL_INVALID"
  | "DECIMAL_DIVISION_BY_ZERO"
  /** The work of `withDeadline` took longer than its time limit; details.milliseconds. */
  | "DEADLINE_EXCEEDED"
  /** The queue holds its maximum number of waiting messages; try again later. */
  | "BUS_QUEUE_FULL"
  /** The reason of a delivery's signal: another consumer may hold the message now. */
  | "BUS_LEASE_LOST"
  /** A folder cannot be made or read, or a file stands in its place; details.path. */
  | "FOLDER_UNUSABLE"
  /** The bus was closed, or the consumer stopped. */
  | "BUS_CLOSED"
  /**
   * The server of the bus cannot be reached, or did not confirm in time; try again later. details.isUndone of a request
   * as for BUS_TIMEOUT.
   */
  | "BUS_UNAVAILABLE"
  /** No process serves the requested service now; details.service, details.isUndone as for BUS_TIMEOUT. */
  | "BUS_NO_RESPONDER"
  /**
   * A service did not answer a request in time; details.milliseconds. details.isUndone: true when it is certain that no
   * process has begun the request, and will not.
   */
  | "BUS_TIMEOUT"
  /** A service failed at a request for an internal reason, which its own log has. */
  | "BUS_REQUEST_FAILED"
  /**
   * A message of a bus is no JSON, or has not the shape that its reader expects. A consumer that rejects with this
   * gives its message up at once.
   */
  | "BUS_MESSAGE_UNREADABLE"
  /** A message of a bus has no signature of a key of that bus, or is too old, or a repeat. */
  | "BUS_MESSAGE_UNPROVED"
  /** A component did not start; what had started was stopped again. */
  | "LIFECYCLE_START_FAILED"
  /** One or more components did not stop cleanly; details.components names them. */
  | "LIFECYCLE_STOP_FAILED"
  /** Started after it was stopped. */
  | "LIFECYCLE_ENDED";

/** An error of the kernel. */
export class KernelError extends BourseError<KernelErrorCode> {
  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
