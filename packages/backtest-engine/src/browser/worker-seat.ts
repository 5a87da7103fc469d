/** One worker of a page's pool, with at most one run. */

import type { BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { EngineError, type EngineErrorCode } from "../errors.ts";
import { PoolError } from "../pool/pool-error.ts";
import { errorOf, type Failure } from "../pool/protocol.ts";
import { TradeLedger } from "../simulation/trades.ts";
import type {
  PackedResult,
  PageRunOptions,
  PageWorker,
  RunAnswer,
  RunMessage,
} from "./messages.ts";
import { copiedCandles, sharedCandles } from "./sent-candles.ts";

/** A run between its call and its outcome. */
export interface Run {
  readonly candles: Candles;
  readonly options: PageRunOptions;
  readonly resolve: (result: BacktestResult | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Series of candles that a worker keeps. */
const KEPT = 4;

/** A worker and the candles that it has. */
export class WorkerSeat {
  readonly #events: { readonly onFree: () => void; readonly onCrash: () => void };
  /** The numbers of the candles that the worker has; those that were used last come last. */
  readonly #numbers = new Map<Candles, number>();
  #last = 0;
  #run: Run | undefined;
  #worker: PageWorker | undefined;
  /** False while the worker loads its module. */
  isReady = false;

  /** Starts the worker. A fault of the factory is that of the first run. */
  constructor(
    create: () => PageWorker,
    events: { readonly onFree: () => void; readonly onCrash: () => void },
  ) {
    this.#events = events;
    try {
      const worker = create();
      worker.addEventListener("message", ({ data }) => this.#receive(data as RunAnswer));
      worker.addEventListener("error", ({ message }) => this.#crash(message));
      worker.addEventListener("messageerror", () => this.#crash("its answer cannot be read"));
      this.#worker = worker;
    } catch (cause) {
      queueMicrotask(() => this.#crash("it cannot be started", cause));
    }
  }

  /** True where the worker has these candles. */
  has(candles: Candles): boolean {
    return this.#numbers.has(candles);
  }

  /** Starts a run on a worker that has none. */
  start(run: Run): void {
    this.#run = run;
    const { candles, options } = run;
    const { strategy, ...rest } = options;
    const known = this.#numbers.get(candles);
    const shared = known === undefined ? sharedCandles(candles) : undefined;
    const sent = known === undefined && shared === undefined ? copiedCandles(candles) : undefined;
    const number = known ?? ++this.#last;
    const message: RunMessage = {
      market: number,
      candles: shared ?? sent?.candles,
      forgotten: known === undefined ? this.#surplus() : [],
      options: rest,
      strategy: strategy instanceof URL ? { url: strategy.href } : { name: strategy },
    };
    try {
      this.#worker?.postMessage(message, sent?.buffers ?? []);
    } catch (cause) {
      const text = "The options of the backtest cannot be cloned.";
      this.#settle(() =>
        run.reject(new PoolError("POOL_INPUT_INVALID", text, { details: TASK, cause })),
      );
      return;
    }
    for (const one of message.forgotten) this.#forget(one);
    this.#numbers.delete(candles);
    this.#numbers.set(candles, number);
  }

  /** Ends the worker; nothing is told any more. */
  end(): void {
    this.#run = undefined;
    this.#worker?.terminate();
  }

  /** Numbers of the candles that make place for one series more. */
  #surplus(): readonly number[] {
    return [...this.#numbers.values()].slice(0, Math.max(0, this.#numbers.size + 1 - KEPT));
  }

  #forget(number: number): void {
    for (const [candles, own] of this.#numbers) if (own === number) this.#numbers.delete(candles);
  }

  #receive(answer: RunAnswer): void {
    if ("ready" in answer) {
      this.isReady = true;
      return;
    }
    const run = this.#run;
    if (run === undefined) return;
    this.#settle(() => {
      if ("failure" in answer) run.reject(faultOf(answer.failure));
      else run.resolve(unpacked(answer.result, run.candles));
    });
  }

  #settle(tell: () => void): void {
    this.#run = undefined;
    tell();
    this.#events.onFree();
  }

  #crash(reason: string | undefined, cause?: unknown): void {
    const text = `The worker ended before its answer: ${reason ?? "its module cannot be loaded"}.`;
    this.#run?.reject(new PoolError("POOL_WORKER_CRASHED", text, { details: TASK, cause }));
    this.#run = undefined;
    this.#events.onCrash();
  }
}

const TASK = { task: "backtest" };

/** The error of the worker, of the class that the function throws in place. */
function faultOf(failure: Failure): Error {
  const error = errorOf(TASK.task, failure);
  if (error instanceof PoolError) return error;
  const { message, details, stack } = error;
  const known = new EngineError(error.code as EngineErrorCode, message, {
    details: details as never,
  });
  if (stack !== undefined) known.stack = stack;
  return known;
}

function unpacked({ figures, trades }: PackedResult, { time }: Candles): BacktestResult {
  const traded = time.subarray(time.length - figures.candles);
  return { ...figures, trades: TradeLedger.unpack(trades, traded), time: traded };
}
