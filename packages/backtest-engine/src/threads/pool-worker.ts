/** One worker thread of a pool, with at most one task; it is replaced, never repaired. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type Transferable } from "node:worker_threads";

import { pauseInBackground, withDeadline, type Clock } from "@bourse/kernel";

import { PoolError } from "./pool-error.ts";
import { errorOf, type TaskMessage, type WorkerMessage } from "./protocol.ts";

/** A task between `run` and its outcome. */
export interface Job extends TaskMessage {
  readonly transfer: readonly Transferable[];
  readonly onProgress: (value: unknown) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Settings of a thread. */
export interface PoolWorkerOptions {
  readonly module: URL;
  readonly timeLimitSeconds: number | undefined;
  readonly memoryLimitMegabytes: number | undefined;
  readonly printsToErrors: boolean;
  readonly clock: Clock;
}

/** Time between two looks at a thread with limits. */
const LOOK_MILLISECONDS = 250;

/** One worker thread. */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #options: PoolWorkerOptions;
  #job: Job | undefined;
  #error: Error | undefined;
  #ended = false;
  /** Time of the last sign of the task: its start or its progress. */
  #heard = 0;
  #watching: AbortController | undefined;

  /**
   * Starts the thread. `onIdle` is called after each task; `onExit` once, when the thread has ended and its task is
   * settled.
   */
  constructor(options: PoolWorkerOptions, hooks: { onIdle: () => void; onExit: () => void }) {
    const { module, memoryLimitMegabytes, printsToErrors } = options;
    this.#options = options;
    this.#worker = new Worker(module, {
      name: "bourse-pool",
      ...sourceFlags(module),
      ...(memoryLimitMegabytes !== undefined && {
        resourceLimits: { maxOldGenerationSizeMb: memoryLimitMegabytes },
      }),
      stdout: printsToErrors,
    });
    if (printsToErrors)
      this.#worker.stdout.on("data", (text: Buffer) => process.stderr.write(text));
    this.#worker.on("message", (message: WorkerMessage) => this.#receive(message, hooks.onIdle));
    this.#worker.on("messageerror", (error) => this.#kill(error));
    this.#worker.on("error", (error) => (this.#error = error as Error));
    this.#worker.on("exit", (code) => {
      this.#ended = true;
      this.#fail(code);
      hooks.onExit();
    });
    // Only a task under way keeps the process alive.
    this.#worker.unref();
  }

  /** True while the thread can take a task. */
  get idle(): boolean {
    return this.#job === undefined && !this.#ended;
  }

  /** Starts a task on an idle worker. An input that cannot be cloned rejects the task and leaves the worker idle. */
  start(job: Job): void {
    try {
      this.#worker.postMessage({ task: job.task, input: job.input }, job.transfer);
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
    this.#worker.ref();
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
    const job = this.#job;
    if (job === undefined) return;
    if (message.kind === "progress") {
      this.#heard = this.#options.clock.monotonic();
      job.onProgress(message.value);
      return;
    }
    this.#release();
    this.#worker.unref();
    if (message.kind === "done") job.resolve(message.result);
    else job.reject(errorOf(job.task, message.failure));
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
      } else if (clock.monotonic() - this.#heard > timeLimitSeconds * 1000) {
        void this.terminate(overTime(job.task, timeLimitSeconds));
      }
    } while (await pauseInBackground(clock, LOOK_MILLISECONDS, watching.signal));
  }

  /** Bytes of the heap and of the buffers beside it; 0 when the thread does not tell in time. */
  async #bytes(): Promise<number> {
    const { clock } = this.#options;
    const told = this.#worker.getHeapStatistics().then(
      (heap) => heap.used_heap_size + heap.external_memory,
      () => 0, // the thread has ended
    );
    const limit = { clock, milliseconds: 4 * LOOK_MILLISECONDS, onTimeout: () => 0 };
    return await withDeadline(limit, () => told);
  }

  #overMemory(task: string, megabytes: number): PoolError {
    return new PoolError(
      "POOL_MEMORY_LIMIT",
      `Task "${task}" held more than ${megabytes} MB of memory, the limit of the pool, and was ended.`,
      { details: { task, megabytes } },
    );
  }

  #kill(error: Error): void {
    this.#error = error;
    void this.#worker.terminate();
  }

  #fail(exitCode: number): void {
    const job = this.#job;
    if (job === undefined) return;
    this.#release();
    const { memoryLimitMegabytes } = this.#options;
    if (memoryLimitMegabytes !== undefined && isOutOfMemory(this.#error)) {
      job.reject(this.#overMemory(job.task, memoryLimitMegabytes));
      return;
    }
    job.reject(
      new PoolError("POOL_WORKER_CRASHED", this.#crash(job.task, exitCode), {
        details: { task: job.task, exitCode },
        cause: this.#error,
      }),
    );
  }

  #crash(task: string, exitCode: number): string {
    const path = fileURLToPath(this.#options.module);
    if (!existsSync(path)) {
      return `The worker of task "${task}" could not start, because there is no module ${path}. ${BUNDLED}`;
    }
    const reason = this.#error === undefined ? "" : `: ${this.#error.message}`;
    return `The worker of task "${task}" ended with exit code ${exitCode} before its answer${reason}`;
  }
}

function overTime(task: string, seconds: number): PoolError {
  return new PoolError(
    "POOL_TIME_LIMIT",
    `Task "${task}" gave no result and no progress for ${seconds} s, the limit of the pool, and was ended.`,
    { details: { task, seconds } },
  );
}

function isOutOfMemory(error: Error | undefined): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** The way to a worker in an app whose bundler left ours behind. */
const BUNDLED =
  "An app that is bundled needs a worker of its own: a module that calls serveBacktests() of @bourse/backtest-engine/threads, bundled as an entry beside the app, whose URL it gives to createWorkerPool as module.";

/** A TypeScript source is run as such, and resolves its workspace packages to their sources too. */
function sourceFlags(module: URL): { readonly execArgv?: string[] } {
  if (!/\.m?ts$/u.test(module.pathname)) return {};
  return { execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"] };
}
