/** One worker of a pool, a thread or a process, with at most one task; it is replaced, never repaired. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Transferable } from "node:worker_threads";

import { pauseInBackground, withDeadline, type Clock } from "@bourse/kernel";

import { PoolError } from "./pool-error.ts";
import { startProcess } from "./process-link.ts";
import { errorOf, type TaskMessage, type WorkerMessage } from "./protocol.ts";
import { startThread } from "./thread-link.ts";
import type { LinkEvents, LinkOptions, WorkerLink } from "./worker-link.ts";

/** A task between `run` and its outcome. */
export interface Job extends TaskMessage {
  /** Name of the tasks that may share a worker with this one; undefined: all of them. */
  readonly group: string | undefined;
  readonly transfer: readonly Transferable[];
  readonly onProgress: (value: unknown) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Settings of a worker. */
export interface PoolWorkerOptions extends LinkOptions {
  readonly isProcess: boolean;
  readonly timeLimitSeconds: number | undefined;
  readonly clock: Clock;
}

/** Time between two looks at a thread with limits. */
const LOOK_MILLISECONDS = 250;

/** Time in seconds that a worker may take to start, whatever its tasks may take. */
const START_SECONDS = 30;

/** One worker. */
export class PoolWorker {
  readonly #worker: WorkerLink;
  readonly #options: PoolWorkerOptions;
  #job: Job | undefined;
  #error: Error | undefined;
  #ended = false;
  /** Group of the tasks so far. */
  #group: string | undefined;
  #isRetired = false;
  /** False while the worker starts, which tells when it is ready. */
  #isReady = false;
  /** Time of the last sign of the task: its start or its progress. */
  #heard = 0;
  #watching: AbortController | undefined;

  /**
   * Starts the thread. `onIdle` is called after each task; `onExit` once, when the thread has ended and its task is
   * settled.
   */
  constructor(options: PoolWorkerOptions, hooks: { onIdle: () => void; onExit: () => void }) {
    this.#options = options;
    const events: LinkEvents = {
      onMessage: (message) => this.#receive(message, hooks.onIdle),
      onFault: (error) => (this.#error = error),
      onExit: (exit) => {
        this.#ended = true;
        this.#fail(exit);
        hooks.onExit();
      },
    };
    // Only a task under way keeps this process alive.
    this.#worker = options.isProcess ? startProcess(options, events) : startThread(options, events);
  }

  /** True while the worker can take a task. */
  get idle(): boolean {
    return this.#job === undefined && !this.#ended;
  }

  /** True when the worker may take tasks of a group: it has taken none of another one. */
  serves(group: string | undefined): boolean {
    return this.#group === undefined || this.#group === group;
  }

  /** Ends the worker when it is of `group`: now or after its task. */
  retire(group: string): void {
    if (this.#group !== group) return;
    this.#isRetired = true;
    if (this.idle) void this.terminate(undefined);
  }

  /** Starts a task on an idle worker. An input that cannot be cloned rejects the task and leaves the worker idle. */
  start(job: Job): void {
    try {
      this.#worker.post({ task: job.task, input: job.input }, job.transfer);
    } catch (cause) {
      job.reject(
        new PoolError("POOL_INPUT_INVALID", `The input of task "${job.task}" cannot be cloned.`, {
          details: { task: job.task },
          cause,
        }),
      );
      return;
    }
    this.#job = job;
    this.#group ??= job.group;
    this.#worker.hold(true);
    this.#heard = this.#options.clock.monotonic();
    const { timeLimitSeconds, memoryLimitMegabytes } = this.#options;
    if (timeLimitSeconds !== undefined || memoryLimitMegabytes !== undefined) void this.#watch(job);
  }

  /** Ends the thread and rejects its task, if it has one, with `reason`. */
  async terminate(reason: unknown): Promise<void> {
    this.#ended = true;
    this.#job?.reject(reason);
    this.#release();
    await this.#worker.terminate();
  }

  /** Tells whether the worker is running this task. */
  runs(job: Job): boolean {
    return this.#job === job;
  }

  #receive(message: WorkerMessage, onIdle: () => void): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      this.#heard = this.#options.clock.monotonic();
      return;
    }
    const job = this.#job;
    if (job === undefined) return;
    if (message.kind === "progress") {
      this.#heard = this.#options.clock.monotonic();
      job.onProgress(message.value);
      return;
    }
    if (message.kind === "crashed") {
      this.#error = new Error(message.reason);
      return;
    }
    this.#release();
    this.#worker.hold(false);
    if (message.kind === "done") job.resolve(message.result);
    else job.reject(errorOf(job.task, message.failure));
    if (this.#isRetired) void this.terminate(undefined);
    onIdle();
  }

  #release(): void {
    this.#job = undefined;
    this.#watching?.abort();
  }

  /** Ends the thread when its task is over a limit. A thread in an endless loop still tells its memory. */
  async #watch(job: Job): Promise<void> {
    const watching = new AbortController();
    this.#watching = watching;
    const { clock, timeLimitSeconds = Infinity, memoryLimitMegabytes = Infinity } = this.#options;
    do {
      const bytes = memoryLimitMegabytes === Infinity ? 0 : await this.#bytes();
      if (!this.runs(job)) return;
      if (bytes > memoryLimitMegabytes * 1_048_576) {
        void this.terminate(this.#overMemory(job.task, memoryLimitMegabytes));
      } else if (clock.monotonic() - this.#heard > this.#seconds(timeLimitSeconds) * 1000) {
        void this.terminate(overTime(job.task, this.#seconds(timeLimitSeconds)));
      }
    } while (await pauseInBackground(clock, LOOK_MILLISECONDS, watching.signal));
  }

  /** Time limit of a task; what a worker needs to start is not the task's. */
  #seconds(limit: number): number {
    return this.#isReady ? limit : Math.max(limit, START_SECONDS);
  }

  /** Bytes of the heap and of the buffers beside it; 0 when the thread does not tell in time. */
  async #bytes(): Promise<number> {
    const { clock } = this.#options;
    const limit = { clock, milliseconds: 4 * LOOK_MILLISECONDS, onTimeout: () => 0 };
    return await withDeadline(limit, () => this.#worker.bytes());
  }

  #overMemory(task: string, megabytes: number): PoolError {
    return new PoolError(
      "POOL_MEMORY_LIMIT",
      `Task "${task}" held more than ${megabytes} MB of memory, the limit of the pool, and was ended.`,
      { details: { task, megabytes } },
    );
  }

  #fail({ how, exitCode, isOutOfMemory }: Parameters<LinkEvents["onExit"]>[0]): void {
    const job = this.#job;
    if (job === undefined) return;
    this.#release();
    const { memoryLimitMegabytes } = this.#options;
    if (memoryLimitMegabytes !== undefined && isOutOfMemory) {
      job.reject(this.#overMemory(job.task, memoryLimitMegabytes));
      return;
    }
    job.reject(
      new PoolError("POOL_WORKER_CRASHED", this.#crash(job.task, how), {
        details: { task: job.task, ...(exitCode !== undefined && { exitCode }) },
        cause: this.#error,
      }),
    );
  }

  #crash(task: string, how: string): string {
    const path = fileURLToPath(this.#options.module);
    if (!existsSync(path)) {
      return `The worker of task "${task}" could not start, because there is no module ${path}. ${BUNDLED}`;
    }
    const reason = this.#error === undefined ? "" : `: ${this.#error.message}`;
    return `The worker of task "${task}" ended ${how} before its answer${reason}`;
  }
}

function overTime(task: string, seconds: number): PoolError {
  return new PoolError(
    "POOL_TIME_LIMIT",
    `Task "${task}" gave no result and no progress for ${seconds} s, the limit of the pool, and was ended.`,
    { details: { task, seconds } },
  );
}

/** The way to a worker in an app whose bundler left ours behind. */
const BUNDLED =
  "An app that is bundled needs a worker of its own: a module that calls serveBacktests() of @bourse/backtest-engine/threads, bundled as an entry beside the app, whose URL it gives to createWorkerPool as module.";
