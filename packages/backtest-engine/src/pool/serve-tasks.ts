/** The worker's side of a pool: the module that a pool starts calls `serveTasks` once. */

import { parentPort, type Transferable } from "node:worker_threads";

import { anyFunction, listOf, objectOf, recordOf } from "@bourse/kernel";

import { requireArguments } from "../require-arguments.ts";
import { PoolError } from "./pool-error.ts";
import { failureOf, type TaskMessage, type WorkerMessage } from "./protocol.ts";

/** The context of a running task. */
export interface TaskContext {
  /** Sends a structured clone of `value` to the `onProgress` listener of the task. */
  readonly progress: (value: unknown) => void;
}

/** Tasks by name. Inputs and results are structured clones: typed arrays, dates and maps pass, functions don't. */
export type TaskHandlers = Readonly<
  Record<string, (input: never, context: TaskContext) => unknown>
>;

/** The way from a worker to its pool. */
export interface TaskPort {
  /** Calls `listener` with each task. */
  readonly onTask: (listener: (message: TaskMessage) => void) => void;
  /** Sends a message to the pool; the buffers of `transfer` are moved. */
  readonly post: (message: WorkerMessage, transfer: readonly Transferable[]) => void;
}

/** A result that moves some of its buffers instead of copying them; made by {@link transferring}. */
export class Transferring<Result> {
  /** Result of the task. */
  readonly result: Result;
  /** Buffers of the result that are moved. */
  readonly transfer: readonly Transferable[];

  /** Pairs a result with the buffers to move. */
  constructor(result: Result, transfer: readonly Transferable[]) {
    this.result = result;
    this.transfer = transfer;
  }
}

/**
 * Wraps the result of a task whose `transfer` buffers are moved out of the worker in constant time. Once a thread has
 * moved a buffer, V8 looks at each access to a typed array whether this one was: loops over columns take up to a third
 * longer from then on, so that a result of a few megabytes is better copied.
 */
export function transferring<Result>(
  result: Result,
  transfer: readonly Transferable[],
): Transferring<Result> {
  requireArguments("transferring", { transfer }, { transfer: listOf(objectOf({})) });
  return new Transferring(result, transfer);
}

/**
 * Answers the pool's tasks, one at a time, until the pool ends this worker.
 *
 * A BourseError that a handler throws reaches `run` with its code; anything else becomes POOL_TASK_FAILED.
 *
 * @throws PoolError POOL_WORKER_CRASHED outside of a worker thread
 */
export function serveTasks(handlers: TaskHandlers): void {
  const port = parentPort;
  if (port === null) {
    throw new PoolError(
      "POOL_WORKER_CRASHED",
      "serveTasks works only in a worker thread: give this module to createWorkerPool.",
    );
  }
  answerTasks(handlers, {
    onTask(listener) {
      port.on("message", listener);
      port.postMessage({ kind: "ready" } satisfies WorkerMessage);
    },
    post: (message, transfer) => port.postMessage(message, transfer),
  });
}

const SHAPES = {
  handlers: recordOf(anyFunction),
  port: objectOf({ onTask: anyFunction, post: anyFunction }),
};

/** Answers the tasks that come over `port`, one at a time. */
export function answerTasks(handlers: TaskHandlers, port: TaskPort): void {
  requireArguments("answerTasks", { handlers, port }, SHAPES);
  port.onTask((message) => void answer(port, handlers, message));
}

async function answer(
  port: TaskPort,
  handlers: TaskHandlers,
  { task, input }: TaskMessage,
): Promise<void> {
  try {
    const handler = handlerOf(handlers, task);
    const outcome = await handler(input, {
      progress: (value) => port.post({ kind: "progress", value }, []),
    });
    if (outcome instanceof Transferring) {
      port.post({ kind: "done", result: outcome.result }, outcome.transfer);
    } else {
      port.post({ kind: "done", result: outcome }, []);
    }
  } catch (error) {
    port.post({ kind: "failed", failure: failureOf(error) }, []);
  }
}

function handlerOf(
  handlers: TaskHandlers,
  task: string,
): (input: unknown, context: TaskContext) => unknown {
  const handler = Object.hasOwn(handlers, task) ? handlers[task] : undefined;
  if (handler !== undefined) return handler as (input: unknown, context: TaskContext) => unknown;
  throw new PoolError(
    "POOL_TASK_UNKNOWN",
    `The worker serves no task "${task}". It serves ${Object.keys(handlers).join(", ")}.`,
    { details: { task } },
  );
}
