/** A pool of worker threads for work that would block the event loop. */

import { availableParallelism } from "node:os";
import type { Transferable } from "node:worker_threads";

import { systemClock, type Clock } from "../clock.ts";
import { KernelError } from "../kernel-error.ts";
import { integerOption, portOption } from "../option-rules.ts";
import { resolveOptions, type OptionRule } from "../options.ts";
import { withDeadline } from "../with-deadline.ts";
import { PoolWorker, type Job } from "./pool-worker.ts";
import type { TaskHandlers, Transferring } from "./serve-tasks.ts";

/** How a pool is made. */
export interface WorkerPoolOptions {
  /** The worker's module: one that calls `serveTasks`. Built JavaScript, or a TypeScript source (run as it is). */
  readonly module: URL;
  /** How many threads run at most. 1–256. Default: one a core that this process may use. */
  readonly size?: number;
  /** How many tasks may wait while all threads are busy. 0–1,000,000. Default 1000. */
  readonly maxQueued?: number;
  /** Times the deadline of `close`. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** How one task is run. */
export interface RunOptions {
  /** Buffers of the input that are moved instead of copied, when the task starts. Default none. */
  readonly transfer?: readonly Transferable[];
  /** Gives the task up, waiting or running. */
  readonly signal?: AbortSignal;
  /** Hears each `progress` of the task, in order, before its outcome. */
  readonly onProgress?: (value: unknown) => void;
}

/** What a handler's promise or `transferring` comes down to. */
export type TaskResult<Handler extends (...args: never[]) => unknown> =
  Awaited<ReturnType<Handler>> extends Transferring<infer Result>
    ? Result
    : Awaited<ReturnType<Handler>>;

/** A pool whose worker module serves `Tasks`: `createWorkerPool<typeof tasks>(…)` makes names and values typed. */
export interface WorkerPool<Tasks extends TaskHandlers = TaskHandlers> {
  /**
   * The result of one task, run in a thread of its own for as long as it takes; first come, first served.
   *
   * Aborting a waiting task drops it; aborting a running one ends its thread, and a new one takes its place. Both
   * reject with the signal's reason. A task is never run twice.
   *
   * @throws KernelError POOL_FULL (at once), POOL_CLOSED, POOL_TASK_UNKNOWN, POOL_TASK_FAILED (cause: what it
   * threw), POOL_WORKER_CRASHED (cause: why), ARGUMENT_INVALID (the input can't be cloned); the task's own BourseError
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options?: RunOptions,
  ): Promise<TaskResult<Tasks[Name]>>;
  /** What runs and what waits now. */
  load(): { readonly running: number; readonly queued: number; readonly size: number };
  /**
   * Takes no more tasks, lets the waiting and running ones end for at most `deadlineMilliseconds` (default 10,000; 0:
   * not at all), then ends the threads; what is left rejects with POOL_CLOSED. Idempotent: the first call decides.
   */
  close(options?: { readonly deadlineMilliseconds?: number }): Promise<void>;
}

/**
 * A pool of threads, started when tasks need them and kept for the next ones. Idle threads don't keep the process alive.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createWorkerPool<Tasks extends TaskHandlers = TaskHandlers>(
  options: WorkerPoolOptions,
): WorkerPool<Tasks> {
  return new ThreadPool<Tasks>(
    resolveOptions<Required<WorkerPoolOptions>>("createWorkerPool", options, {
      module: MODULE_RULE,
      size: integerOption({ min: 1, max: 256, default: Math.min(availableParallelism(), 256) }),
      maxQueued: integerOption({ min: 0, max: 1_000_000, default: 1000 }),
      clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    }),
  );
}

const MODULE_RULE: OptionRule<URL> = {
  expected: "the file URL of the worker's module",
  accepts: (value) => value instanceof URL && value.protocol === "file:",
  absent: null,
};

class ThreadPool<Tasks extends TaskHandlers> implements WorkerPool<Tasks> {
  readonly #options: Required<WorkerPoolOptions>;
  /** Also those that are ending: a thread counts until it is gone. */
  readonly #workers = new Set<PoolWorker>();
  readonly #queue = new Set<Job>();
  readonly #open = new Set<Job>();
  #drained = Promise.withResolvers<void>();
  #closed: Promise<void> | undefined;

  constructor(options: Required<WorkerPoolOptions>) {
    this.#options = options;
  }

  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options: RunOptions = {},
  ): Promise<TaskResult<Tasks[Name]>> {
    return this.#run(task, input, options) as Promise<TaskResult<Tasks[Name]>>;
  }

  load(): { readonly running: number; readonly queued: number; readonly size: number } {
    const queued = this.#queue.size;
    return { running: this.#open.size - queued, queued, size: this.#options.size };
  }

  close(options: { readonly deadlineMilliseconds?: number } = {}): Promise<void> {
    this.#closed ??= this.#close(options.deadlineMilliseconds ?? 10_000);
    return this.#closed;
  }

  async #run(task: string, input: unknown, options: RunOptions): Promise<unknown> {
    const { transfer = [], signal, onProgress = () => undefined } = options;
    signal?.throwIfAborted();
    this.#checkRoom();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = { task, input, transfer, onProgress, resolve, reject };
    const onAbort = (): void => this.#giveUp(job, signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#open.add(job);
    this.#queue.add(job);
    this.#dispatch();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#open.delete(job);
      if (this.#open.size === 0) this.#drained.resolve();
    }
  }

  #checkRoom(): void {
    if (this.#closed !== undefined) throw closedError();
    const { size, maxQueued } = this.#options;
    const wouldWait = this.#open.size + 1 - size;
    if (wouldWait <= maxQueued) return;
    throw new KernelError(
      "POOL_FULL",
      `All ${size} threads are busy and ${maxQueued} tasks wait, the pool's bound. Try again later.`,
      { details: { size, maxQueued } },
    );
  }

  #dispatch(): void {
    for (const job of this.#queue) {
      const worker = this.#idleWorker();
      if (worker === undefined) return;
      this.#queue.delete(job);
      worker.start(job);
    }
  }

  #idleWorker(): PoolWorker | undefined {
    for (const worker of this.#workers) if (worker.idle) return worker;
    if (this.#workers.size >= this.#options.size) return undefined;
    const worker = new PoolWorker(this.#options.module, {
      onIdle: () => this.#dispatch(),
      onExit: () => {
        this.#workers.delete(worker);
        this.#dispatch();
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  #giveUp(job: Job, reason: unknown): void {
    if (this.#queue.delete(job)) {
      job.reject(reason);
      return;
    }
    for (const worker of this.#workers) if (worker.runs(job)) void worker.terminate(reason);
  }

  async #close(deadlineMilliseconds: number): Promise<void> {
    if (this.#open.size > 0 && deadlineMilliseconds > 0) {
      const drained = Promise.withResolvers<void>();
      this.#drained = drained;
      const { clock } = this.#options;
      await withDeadline(
        { clock, milliseconds: deadlineMilliseconds, onTimeout: () => undefined },
        () => drained.promise,
      );
    }
    for (const job of this.#queue) job.reject(closedError());
    this.#queue.clear();
    await Promise.all([...this.#workers].map((worker) => worker.terminate(closedError())));
  }
}

function closedError(): KernelError {
  return new KernelError("POOL_CLOSED", "The worker pool is closed; it takes no more tasks.");
}
