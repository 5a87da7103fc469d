/** A pool of worker threads, or processes, for work that would block the event loop. */

import type { Transferable } from "node:worker_threads";

import {
  booleanOption,
  integerOption,
  numberOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  withDeadline,
  type Clock,
  type OptionRule,
} from "@bourse/kernel";
import { processorCount } from "@bourse/kernel/platform";

import { PoolError } from "./pool-error.ts";
import { PoolWorker, type Job } from "./pool-worker.ts";
import type { TaskHandlers, Transferring } from "./serve-tasks.ts";

/** Options of {@link createWorkerPool}. */
export interface WorkerPoolOptions {
  /** File URL of the worker module, such as `backtestWorkerModule()`. A TypeScript source is run as it is. */
  readonly module: URL;
  /** Maximum number of threads. 1–256. Default: one per core that this process may use. */
  readonly size?: number;
  /** Maximum number of tasks that wait while all threads are busy. 0–1,000,000, default 1000. */
  readonly maxQueued?: number;
  /**
   * Longest time in seconds that a task may run without a result or progress, the start of its thread not counted.
   * A task over it is rejected with POOL_TIME_LIMIT and its thread ended; the others go on. 1–86,400; default: no
   * limit.
   */
  readonly timeLimitSeconds?: number;
  /**
   * Most memory of a thread in megabytes: its heap, and the buffers beside it, which are looked at four times a second.
   * A task over it is rejected with POOL_MEMORY_LIMIT and its thread ended; the others go on. 16–1,048,576; default: no
   * limit.
   */
  readonly memoryLimitMegabytes?: number;
  /** True to write what the threads print to the standard error. Default false: it is written as they write it. */
  readonly printsToErrors?: boolean;
  /** Source of time for the deadline of `close` and the time limit. Default: the system's clock. */
  readonly clock?: Clock;
}

/** Options of one task. */
export interface TaskOptions {
  /** Buffers of the input that are moved instead of copied when the task starts. Default: none. */
  readonly transfer?: readonly Transferable[];
  /** Signal that drops the waiting task or ends the thread of the running one. Default: none. */
  readonly signal?: AbortSignal;
  /** Called with each progress value of the task, in order, before its outcome. Default: no-op. */
  readonly onProgress?: (value: unknown) => void;
}

/** Options of one task among groups. */
interface GroupedTaskOptions extends TaskOptions {
  /** Name of the tasks that may share a worker with this one, such as those of one file. Default: all tasks. */
  readonly group?: string;
}

/** The result of a task, unwrapped from its promise and from `transferring`. */
export type TaskResult<Handler extends (...args: never[]) => unknown> =
  Awaited<ReturnType<Handler>> extends Transferring<infer Result>
    ? Result
    : Awaited<ReturnType<Handler>>;

/** A pool of threads whose worker module serves `Tasks`; the type parameter types names, inputs and results. */
export interface WorkerPool<Tasks extends TaskHandlers = TaskHandlers> {
  /**
   * Runs one task on a thread of its own and returns its result. Tasks start in the order of their calls.
   *
   * Aborting a waiting task drops it; aborting a running one ends its thread, and a new one takes its place. Both
   * reject with the signal's reason. A task is never run twice.
   *
   * @throws PoolError POOL_FULL (at once), POOL_CLOSED, POOL_INPUT_INVALID, POOL_TASK_UNKNOWN, POOL_TASK_FAILED (cause:
   * the error of the task), POOL_WORKER_CRASHED (cause: the reason), POOL_TIME_LIMIT, POOL_MEMORY_LIMIT; the task's own
   * BourseError
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options?: TaskOptions,
  ): Promise<TaskResult<Tasks[Name]>>;
  /**
   * Starts threads ahead of their tasks until `count` of them, at most `size`, stand: they load while the caller gets
   * the tasks ready. Does nothing where they stand or the pool is closed. Default count: `size`.
   */
  start(count?: number): void;
  /** Counts the running and waiting tasks; `size` is the maximum number of threads. */
  load(): { readonly running: number; readonly queued: number; readonly size: number };
  /**
   * Takes no more tasks, waits at most `deadlineMilliseconds` (default 10,000; 0: not at all) for the waiting and
   * running ones, then ends the threads; the remaining tasks reject with POOL_CLOSED. Idempotent: the first call
   * decides.
   */
  close(options?: { readonly deadlineMilliseconds?: number }): Promise<void>;
}

/**
 * Creates a pool. Threads start when tasks need them, or by `start`, and are kept for later tasks; idle threads do not
 * keep the process alive.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createWorkerPool<Tasks extends TaskHandlers = TaskHandlers>(
  options: WorkerPoolOptions,
): WorkerPool<Tasks> {
  return createThreadPool(options);
}

/** Creates a pool of threads whose tasks may belong to groups. */
export function createThreadPool<Tasks extends TaskHandlers>(
  options: WorkerPoolOptions,
): GroupedPool<Tasks> {
  return new GroupedPool<Tasks>(resolved(options), false);
}

/**
 * Creates a pool of processes over a module that opens a process port. Whatever ends a process, such as a full heap,
 * which ends all threads of a process, fails its own task only.
 */
export function createProcessPool<Tasks extends TaskHandlers>(
  options: WorkerPoolOptions,
): GroupedPool<Tasks> {
  return new GroupedPool<Tasks>(resolved(options), true);
}

function resolved(options: WorkerPoolOptions): PoolOptions {
  return resolveOptions<PoolOptions>("createWorkerPool", options, {
    module: MODULE_RULE,
    size: integerOption({ min: 1, max: 256, default: Math.min(processorCount(), 256) }),
    maxQueued: integerOption({ min: 0, max: 1_000_000, default: 1000 }),
    timeLimitSeconds: optional(numberOption({ min: 1, max: 86_400 })),
    memoryLimitMegabytes: optional(integerOption({ min: 16, max: 1_048_576 })),
    printsToErrors: booleanOption({ default: false }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  });
}

type PoolOptions = Required<
  Omit<WorkerPoolOptions, "timeLimitSeconds" | "memoryLimitMegabytes">
> & {
  readonly timeLimitSeconds: number | undefined;
  readonly memoryLimitMegabytes: number | undefined;
};

const MODULE_RULE: OptionRule<URL> = {
  expected: "the file URL of the worker's module",
  accepts: (value) => value instanceof URL && value.protocol === "file:",
  absent: null,
};

/** Idle workers of other groups that stand beside those that may run: starting a process takes a moment. */
const SPARE = 2;

/** A pool whose tasks may belong to groups: a worker takes those of one group only. */
export class GroupedPool<Tasks extends TaskHandlers> implements WorkerPool<Tasks> {
  readonly #options: PoolOptions;
  readonly #isProcess: boolean;
  /** Every thread that has not exited, those that are ending included. */
  readonly #workers = new Set<PoolWorker>();
  readonly #queue = new Set<Job>();
  readonly #open = new Set<Job>();
  #drained = Promise.withResolvers<void>();
  #closed: Promise<void> | undefined;

  constructor(options: PoolOptions, isProcess: boolean) {
    this.#options = options;
    this.#isProcess = isProcess;
  }

  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    options: GroupedTaskOptions = {},
  ): Promise<TaskResult<Tasks[Name]>> {
    return this.#run(task, input, options) as Promise<TaskResult<Tasks[Name]>>;
  }

  start(count: number = this.#options.size): void {
    if (this.#closed !== undefined) return;
    const wanted = Math.min(count, this.#options.size);
    while (this.#workers.size < wanted) this.#addWorker();
  }

  /** Ends the workers of a group, those that run a task after it. */
  retire(group: string): void {
    for (const worker of this.#workers) worker.retire(group);
  }

  load(): { readonly running: number; readonly queued: number; readonly size: number } {
    const queued = this.#queue.size;
    return { running: this.#open.size - queued, queued, size: this.#options.size };
  }

  close(options: { readonly deadlineMilliseconds?: number } = {}): Promise<void> {
    this.#closed ??= this.#close(options.deadlineMilliseconds ?? 10_000);
    return this.#closed;
  }

  async #run(task: string, input: unknown, options: GroupedTaskOptions): Promise<unknown> {
    const { transfer = [], signal, onProgress = () => undefined, group } = options;
    signal?.throwIfAborted();
    this.#checkRoom();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = { task, input, transfer, group, onProgress, resolve, reject };
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
    throw new PoolError(
      "POOL_FULL",
      `All ${size} threads are busy and ${maxQueued} tasks wait, the pool's bound. Try again later.`,
      { details: { size, maxQueued } },
    );
  }

  #dispatch(): void {
    for (const job of this.#queue) {
      const worker = this.#workerFor(job);
      if (worker === undefined) return;
      this.#queue.delete(job);
      worker.start(job);
    }
  }

  /** A worker for a job; undefined while there is none: its turn comes when another one is idle or has ended. */
  #workerFor({ group }: Job): PoolWorker | undefined {
    const idle = [...this.#workers].filter((worker) => worker.idle);
    const own = idle.find((worker) => worker.serves(group));
    if (own !== undefined) return own;
    const { size } = this.#options;
    if (this.#workers.size - idle.length >= size) return undefined;
    if (this.#workers.size < size + (group === undefined ? 0 : SPARE)) return this.#addWorker();
    void idle[0]?.terminate(undefined);
    return undefined;
  }

  #addWorker(): PoolWorker {
    const worker = new PoolWorker(
      { ...this.#options, isProcess: this.#isProcess },
      {
        onIdle: () => this.#dispatch(),
        onExit: () => {
          this.#workers.delete(worker);
          this.#dispatch();
        },
      },
    );
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

function closedError(): PoolError {
  return new PoolError("POOL_CLOSED", "The worker pool is closed and takes no more tasks.");
}
