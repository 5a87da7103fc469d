/** One worker thread of a pool, with at most one task; it is replaced, never repaired. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type Transferable } from "node:worker_threads";

import { PoolError } from "./pool-error.ts";
import { errorOf, type TaskMessage, type WorkerMessage } from "./protocol.ts";

/** A task between `run` and its outcome. */
export interface Job extends TaskMessage {
  readonly transfer: readonly Transferable[];
  readonly onProgress: (value: unknown) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** One worker thread. */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #module: URL;
  #job: Job | undefined;
  #error: Error | undefined;
  #ended = false;

  /**
   * Starts the thread. `onIdle` is called after each task; `onExit` once, when the thread has ended and its task is
   * settled.
   */
  constructor(module: URL, hooks: { onIdle: () => void; onExit: () => void }) {
    this.#module = module;
    this.#worker = new Worker(module, { name: "bourse-pool", ...sourceFlags(module) });
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
  }

  /** Ends the thread and rejects its task, if it has one, with `reason`. */
  async terminate(reason: unknown): Promise<void> {
    this.#ended = true;
    this.#job?.reject(reason);
    this.#job = undefined;
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
      job.onProgress(message.value);
      return;
    }
    this.#job = undefined;
    this.#worker.unref();
    if (message.kind === "done") job.resolve(message.result);
    else job.reject(errorOf(job.task, message.failure));
    onIdle();
  }

  #kill(error: Error): void {
    this.#error = error;
    void this.#worker.terminate();
  }

  #fail(exitCode: number): void {
    const job = this.#job;
    if (job === undefined) return;
    this.#job = undefined;
    job.reject(
      new PoolError("POOL_WORKER_CRASHED", this.#crash(job.task, exitCode), {
        details: { task: job.task, exitCode },
        cause: this.#error,
      }),
    );
  }

  #crash(task: string, exitCode: number): string {
    const path = fileURLToPath(this.#module);
    if (!existsSync(path)) {
      return `The worker of task "${task}" could not start, because there is no module ${path}. ${BUNDLED}`;
    }
    const reason = this.#error === undefined ? "" : `: ${this.#error.message}`;
    return `The worker of task "${task}" ended with exit code ${exitCode} before its answer${reason}`;
  }
}

/** The way to a worker in an app whose bundler left ours behind. */
const BUNDLED =
  "An app that is bundled needs a worker of its own: a module that calls serveBacktests() of @bourse/backtest-engine/threads, bundled as an entry beside the app, whose URL it gives to createWorkerPool as module.";

/** A TypeScript source is run as such, and resolves its workspace packages to their sources too. */
function sourceFlags(module: URL): { readonly execArgv?: string[] } {
  if (!/\.m?ts$/u.test(module.pathname)) return {};
  return { execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"] };
}
