/** Runs on their way to a worker: first come, first served, but for those that a newer one replaces. */

import { anySignal, absentOr, objectOf } from "@bourse/kernel";

import type { BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { PoolError } from "../pool/pool-error.ts";
import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { PageRunOptions } from "./messages.ts";
import type { BacktestPoolOptions } from "./pool-options.ts";
import { WorkerSeat, type Run } from "./worker-seat.ts";

/** Runs of which only the newest counts. */
export interface Series {
  /** Number of the newest call. */
  asked: number;
  /** Number of the newest call whose result was given. */
  shown: number;
}

interface QueuedRun extends Run {
  readonly series: Series | undefined;
  readonly turn: number;
  patience: ReturnType<typeof setTimeout> | undefined;
}

const textOrUrl = onlyIf(
  "the name of a strategy or the URL of a module",
  (value) => typeof value === "string" || value instanceof URL,
);

const SHAPES = { options: objectOf({ strategy: textOrUrl }), signal: absentOr(anySignal) };

/** The runs of one pool, with its workers. */
export class RunQueue {
  readonly #options: Required<BacktestPoolOptions>;
  readonly #seats = new Map<WorkerSeat, QueuedRun | undefined>();
  readonly #queue = new Set<QueuedRun>();
  #isClosed = false;

  constructor(options: Required<BacktestPoolOptions>) {
    this.#options = options;
  }

  /** Resolves to undefined where a newer run of the series has taken the place. */
  async run(
    candles: Candles,
    options: PageRunOptions,
    { signal, series }: { readonly signal?: AbortSignal | undefined; readonly series?: Series },
  ): Promise<BacktestResult | undefined> {
    requireArguments("pool.run", { options, signal }, SHAPES);
    requireCandles(candles, "pool.run");
    signal?.throwIfAborted();
    if (series !== undefined) this.#replace(series);
    this.#checkRoom();
    const { promise, resolve, reject } = Promise.withResolvers<BacktestResult | undefined>();
    const turn = series === undefined ? 0 : ++series.asked;
    const run: QueuedRun = { candles, options, resolve, reject, series, turn, patience: undefined };
    const onAbort = (): void => this.#end(run, () => reject(signal?.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#queue.add(run);
    this.#dispatch();
    if (series !== undefined && this.#queue.has(run)) this.#waitFor(run);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(run.patience);
    }
  }

  load(): { readonly running: number; readonly queued: number; readonly size: number } {
    const running = [...this.#seats.values()].filter((run) => run !== undefined).length;
    return { running, queued: this.#queue.size, size: this.#options.size };
  }

  close(): void {
    this.#isClosed = true;
    for (const run of [...this.#queue, ...this.#seats.values()]) run?.reject(closed());
    for (const seat of this.#seats.keys()) seat.end();
    this.#seats.clear();
    this.#queue.clear();
  }

  #checkRoom(): void {
    if (this.#isClosed) throw closed();
    const { size, maxQueued } = this.#options;
    const { running, queued } = this.load();
    if (running + queued + 1 - size <= maxQueued) return;
    throw new PoolError(
      "POOL_FULL",
      `All ${size} workers are busy and ${maxQueued} runs wait, the pool's bound. Try again later.`,
      { details: { size, maxQueued } },
    );
  }

  /** Takes the run of the series that waits out of the queue. */
  #replace(series: Series): void {
    for (const run of this.#queue) {
      if (run.series === series) this.#end(run, () => run.resolve(undefined));
    }
  }

  /** Ends the oldest outdated run of the series, if the newest one still waits for it after a while. */
  #waitFor(run: QueuedRun): void {
    run.patience = setTimeout(() => {
      for (const [seat, other] of this.#seats) {
        if (other === undefined || other.series !== run.series) continue;
        // The time that a worker takes to load is not the run's.
        if (seat.isReady) this.#end(other, () => other.resolve(undefined));
        else this.#waitFor(run);
        return;
      }
    }, this.#options.patienceMilliseconds);
  }

  #end(run: QueuedRun, settle: () => void): void {
    settle();
    if (this.#queue.delete(run)) return;
    for (const [seat, running] of this.#seats) if (running === run) this.#vacate(seat);
  }

  /** Ends a worker; a new one takes its place. */
  #vacate(seat: WorkerSeat): void {
    seat.end();
    this.#seats.delete(seat);
    this.#dispatch();
  }

  #dispatch(): void {
    for (const run of this.#queue) {
      const seat = this.#freeSeat(run);
      if (seat === undefined) return;
      this.#queue.delete(run);
      clearTimeout(run.patience);
      this.#seats.set(seat, run);
      seat.start(this.#shown(run));
    }
  }

  /** A worker without a run, one that has the candles first. */
  #freeSeat({ candles }: Run): WorkerSeat | undefined {
    const free = [...this.#seats].flatMap(([seat, run]) => (run === undefined ? [seat] : []));
    const seat = free.find((one) => one.has(candles)) ?? free[0];
    if (seat !== undefined || this.#seats.size >= this.#options.size) return seat;
    const started: WorkerSeat = new WorkerSeat(this.#options.worker, {
      onFree: () => {
        if (!this.#seats.has(started)) return;
        this.#seats.set(started, undefined);
        this.#dispatch();
      },
      onCrash: () => this.#vacate(started),
    });
    return started;
  }

  /** The run, of which the outcome is dropped where a newer one of its series has given its own. */
  #shown(run: QueuedRun): Run {
    const { series, turn, resolve, reject } = run;
    if (series === undefined) return run;
    const isOutdated = (): boolean => series.shown > turn;
    return {
      ...run,
      resolve(result) {
        if (isOutdated()) return resolve(undefined);
        series.shown = turn;
        resolve(result);
      },
      reject: (reason) => (isOutdated() ? resolve(undefined) : reject(reason)),
    };
  }
}

function closed(): PoolError {
  return new PoolError("POOL_CLOSED", "The pool of workers is closed and takes no more runs.");
}
