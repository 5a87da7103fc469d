import { BourseError, type ErrorOptions } from "./errors.ts";

/** Every way in which the kernel itself refuses or fails (the store has its own union). */
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
  /** Nobody serves the service now. */
  | "BUS_NO_RESPONDERS"
  /** The service has no such method. */
  | "BUS_METHOD_UNKNOWN"
  | "BUS_TIMEOUT"
  /** The service failed for a reason that is not the caller's to read; the service's side logs it. */
  | "BUS_SERVICE_FAILED"
  | "BUS_QUEUE_FULL"
  /** The reason of a delivery's signal: another consumer may hold the message now. */
  | "BUS_LEASE_LOST"
  /** The bus was closed, or the consumer stopped. */
  | "BUS_CLOSED"
  /** A component did not start; what had started was stopped again. */
  | "LIFECYCLE_START_FAILED"
  /** At least one component did not stop cleanly; details.components names them. */
  | "LIFECYCLE_STOP_FAILED"
  /** Started after it was stopped. */
  | "LIFECYCLE_ENDED";

/** An error of the kernel. */
export class KernelError extends BourseError<KernelErrorCode> {
  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
