import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which a broker refuses or fails. A server maps each to a status in its `translate.ts`. */
export type ExecutionErrorCode =
  /** The order breaks a rule; details.field names the field of the request. Nothing was placed. */
  | "ORDER_INVALID"
  /** The account cannot pay for it; details: asset, needed, available. Nothing was placed. */
  | "FUNDS_INSUFFICIENT"
  | "ORDER_UNKNOWN"
  /** Only a pending or open order can be cancelled; details.status. */
  | "ORDER_STATE"
  /** The client order id or the idempotency key stands for another order already. */
  | "ORDER_REUSED"
  /** The venue understood and said no; details.reason is its own code. */
  | "EXECUTION_REFUSED"
  /** Unreachable, timed out, or asked too often: the same order may be sent again under its client order id. */
  | "EXECUTION_UNAVAILABLE"
  /** The keys or their permissions are not good enough: a matter of the operator, never of a caller. */
  | "EXECUTION_UNAUTHORIZED";

export class ExecutionError extends BourseError<ExecutionErrorCode> {
  constructor(code: ExecutionErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
