import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which a worker pool refuses a task or loses one. */
export type PoolErrorCode =
  /** All threads are busy and the maximum number of tasks waits; details.size, details.maxQueued. */
  | "POOL_FULL"
  /** The pool is closed, or was closed before the task ended. */
  | "POOL_CLOSED"
  /** The input of the task cannot be cloned; details.task names the task, the cause says why. */
  | "POOL_INPUT_INVALID"
  /** The worker module has no handler of that name; details.task. */
  | "POOL_TASK_UNKNOWN"
  /** The task threw an error that is not a Bourse error; the cause holds it for the log. details.task. */
  | "POOL_TASK_FAILED"
  /** The worker died or could not start; the cause says why. details.task, details.exitCode. */
  | "POOL_WORKER_CRASHED";

/** An error of a worker pool. */
export class PoolError extends BourseError<PoolErrorCode> {
  /** Creates the error with its code and a sentence for people. */
  constructor(code: PoolErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
