import { BourseError, type ErrorArguments, type NoDetails } from "@bourse/kernel";

/** The details of each error code of a worker pool. */
export interface PoolErrorDetails {
  /** All threads are busy and the maximum number of tasks waits. */
  readonly POOL_FULL: {
    /** Maximum number of threads. */
    readonly size: number;
    /** Maximum number of waiting tasks. */
    readonly maxQueued: number;
  };
  /** The pool is closed, or was closed before the task ended. */
  readonly POOL_CLOSED: NoDetails;
  /** The input of the task cannot be cloned; the cause says why. */
  readonly POOL_INPUT_INVALID: {
    /** Name of the task. */
    readonly task: string;
  };
  /** The worker module has no handler of that name. */
  readonly POOL_TASK_UNKNOWN: {
    /** Name of the task. */
    readonly task: string;
  };
  /** The task threw an error that is not a Bourse error; the cause holds it for the log. */
  readonly POOL_TASK_FAILED: {
    /** Name of the task. */
    readonly task: string;
  };
  /** The worker died or could not start; the cause says why. */
  readonly POOL_WORKER_CRASHED: {
    /** Name of the task that was running. */
    readonly task?: string;
    /** Exit code of the thread. */
    readonly exitCode?: number;
  };
  /** The task ran for longer than the pool's time limit without a result or progress; its thread was ended. */
  readonly POOL_TIME_LIMIT: {
    /** Name of the task. */
    readonly task: string;
    /** Time limit in seconds. */
    readonly seconds: number;
  };
  /** The task held more memory than the pool's limit; its thread was ended. */
  readonly POOL_MEMORY_LIMIT: {
    /** Name of the task. */
    readonly task: string;
    /** Memory limit in megabytes. */
    readonly megabytes: number;
  };
}

/** Every way in which a worker pool refuses a task or loses one; {@link PoolErrorDetails} describes each. */
export type PoolErrorCode = keyof PoolErrorDetails;

/** An error of a worker pool; its code determines the type of its details. */
export class PoolError<Code extends PoolErrorCode = PoolErrorCode> extends BourseError<
  Code,
  PoolErrorDetails[Code]
> {
  /** Creates the error with its code and a sentence for people. */
  constructor(code: Code, message: string, ...options: ErrorArguments<PoolErrorDetails[Code]>) {
    super(code, message, ...options);
  }
}
